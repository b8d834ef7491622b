module Sums where

add :: Int -> Int -> Int
add x y = x + y
{-# INLINE add #-}
twice :: Int -> Int
twice x = add x x

{-# NOINLINE [1] total #-}
-- All of them.
total :: [Int] -> Int
total = foldr add 0

{-# INLINE add, twice #-}
(<+>) :: Int -> Int -> Int
a <+> b = add a b

{-# SPECIALISE INLINE (<+>) :: Int -> Int -> Int #-}
{-# DEPRECATED (<+>) "use add" #-}
size :: Int
size = 1
