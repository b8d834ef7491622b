module Cart where

import Prelude

-- | A line.
type Line = { name :: String, count :: Int }

data Msg = Add Line | Clear

-- | Sums the counts.
total :: Array Line -> Int
total [] = 0
total lines = size lines

size :: Array Line -> Int
size lines = 1
