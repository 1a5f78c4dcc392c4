// Collects the labs and devices that are embedded in the program.
#include "app/document/catalog.h"

#include "sim/devices/devices.h"
#include "sim/labs/labs.h"
#include "sim/source/scenario.h"

namespace warpscope::document {

const LabEntry* Catalog::find_lab(const std::string& id) const {
  for (const LabEntry& lab : labs)
    if (lab.id == id) return &lab;
  return nullptr;
}

const Device* Catalog::find_device(const std::string& id) const {
  for (const Device& device : devices)
    if (device.id == id) return &device;
  return nullptr;
}

Catalog make_catalog() {
  Catalog catalog;
  for (const labs::Lab& lab : labs::labs()) {
    Diagnostics ignored; // a test reads every lab; here only its title is needed
    const source::Scenario scenario = source::parse_scenario(lab.file_name, lab.text, ignored);
    catalog.labs.push_back(
        {lab.id, scenario.title.empty() ? lab.id : scenario.title, scenario.question, lab.group, lab.text});
  }
  catalog.devices = devices::devices();
  return catalog;
}

} // namespace warpscope::document
