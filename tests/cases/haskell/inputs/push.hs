{-# LANGUAGE LambdaCase #-}
-- | Queues of bounded size.
module Data.Queue
  ( Queue (..)
  , push
  , pop
  ) where

import qualified Data.Map as Map
import Data.List (sort, nub)

-- | A queue of numbers.
-- It does not grow.
data Queue a
  = Empty
  | Queue
      { items :: [a] -- ^ the numbers
      , size :: !Int
      }
  | Broken String
  deriving (Show, Eq)

newtype Limit = Limit { unLimit :: Int }

type Name = String

class Container f where
  empty :: f a
  insert :: a -> f a -> f a
  insert _ c = c

  -- | All of it.
  toL :: f a -> [a]

instance Container Queue where
  empty = Empty
  insert x (Queue xs n) = Queue (x : xs) (n + 1)
  insert x _ = Queue [x] 1
  toL = items

-- | Adds a number.
push :: Int -> Queue Int -> Queue Int
push 0 queue = queue
-- what is not zero
push n (Queue xs k)
  | k > limit = Broken "full"
  | otherwise = Queue (go n xs) (k + 1)
  where
    limit = 10
    go x ys = x : ys
push n Empty = Queue [n] 1

pop :: Queue a -> Maybe a
pop queue =
  case items queue of
    [] -> Nothing
    x : _
      | size queue > 0 -> Just x
      | otherwise -> Nothing

infixr 5 +++

(+++) :: [a] -> [a] -> [a]
xs +++ ys = foldr (:) ys xs

weigh :: Int -> String
weigh n =
  if n > 100
    then "heavy"
    else if n > 10
      then "medium"
      else "light"

single :: a -> [a]
single x = [x]

total = sum . map size
  where
    unused = 1

main :: IO ()
main = do
  let queue = push 1 Empty
  mapM_ print (items queue)
  forM_ [1, 2] $ \n -> do
    print n
  run $ \case
    1 -> pure ()
    _ -> print 2
