module Shop.Cart
  ( Cart(..)
  , add
  , total
  ) where

import Data.List (sort)
import qualified Data.Map as M

-- | A cart of lines.
data Cart = Cart
  { cartName :: String
  , cartLines :: [Line]
  } deriving (Eq, Show)

data State = Open | Paid Int

newtype Id = Id Int

type Lines = [Line]

class Priced a where
  price :: a -> Int
  price _ = 0

instance Priced Cart where
  price cart = sum (map price (cartLines cart))

-- | Adds a line.
add :: Line -> Cart -> Cart
add line cart
  | full cart = cart
  | otherwise = cart { cartLines = more }
  where
    more = line : cartLines cart

-- The number of orders.
fact :: Int -> Int
fact 0 = 1
fact n = n * fact (n - 1)

total :: Cart -> Int
total cart = sum (map price (cartLines cart))

x +++ y = x ++ y

main :: IO ()
main = do
  putStrLn "start"
  if debug
    then putStrLn "debug"
    else putStrLn "plain"
  case state of
    Open -> close
    Paid n -> do
      print n
      close
  mapM_ (\z -> print z) [1, 2]

sign :: Int -> Int
sign n = if n > 0 then 1 else if n < 0 then -1 else 0
