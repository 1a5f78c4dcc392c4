// What CuTe's own headers make of layouts: a line each with the layout, the swizzle and the offsets, row after row.
#include <cstdio>
#include <cute/tensor.hpp>
using namespace cute;

template <class Layout> void tell(const char* layout, const char* swizzle, Layout at) {
  printf("%s|%s|", layout, swizzle);
  for (int row = 0; row < size<0>(at); row++)
    for (int column = 0; column < size<1>(at); column++) printf("%d ", int(at(row, column)));
  printf("\n");
}
template <int B, int M, int S, class Layout> void told(const char* layout, const char* swizzle, Layout at) {
  tell(layout, "", at);
  tell(layout, swizzle, composition(Swizzle<B, M, S>{}, at));
}

int main() {
  told<3, 3, 3>("(8,64):(64,1)", "Swizzle<3,3,3>", Layout<Shape<_8, _64>, Stride<_64, _1>>{});
  told<2, 3, 3>("((4,2),64):((64,512),1)", "Swizzle<2,3,3>", Layout<Shape<Shape<_4, _2>, _64>, Stride<Stride<_64, _512>, _1>>{});
  told<3, 4, 3>("(16,(8,4)):(8,(1,128))", "Swizzle<3,4,3>", Layout<Shape<_16, Shape<_8, _4>>, Stride<_8, Stride<_1, _128>>>{});
  told<2, 0, 5>("(32,32):(32,1)", "Swizzle<2,0,5>", Layout<Shape<_32, _32>, Stride<_32, _1>>{});
  told<3, 0, -4>("(32,32):(1,32)", "Swizzle<3,0,-4>", Layout<Shape<_32, _32>, Stride<_1, _32>>{});
  tell("(6,10)", "", make_layout(Shape<Int<6>, Int<10>>{}));
  tell("((2,3),(4,5))", "", make_layout(Shape<Shape<_2, _3>, Shape<_4, _5>>{}));
}
