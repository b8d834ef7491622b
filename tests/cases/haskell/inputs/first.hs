{-# LANGUAGE PatternSynonyms #-}
module Cart where

-- | One line.
pattern One :: a -> [a]
pattern One x = [x]

pattern Pair a b <- (a, b)

-- | The first line.
pattern First x <- x : _
  where
    First x = [x]

pattern x :> y = (x, y)

total :: Int
total = 1
