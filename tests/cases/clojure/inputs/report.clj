;; Carts of customers.
(ns shop.cart
  (:require [clojure.string :as str]))

(def ^:private limit 99)

;; Adds a line.
(defn add
  "Adds a line to a cart."
  {:added "1.0"}
  [cart line]
  (if (> (:count line) limit)
    (throw (ex-info "too many" {}))
    (update cart :lines conj line)))

(defn total
  ([cart] (total cart 0))
  ([cart start]
   (reduce + start (map :price (:lines cart)))))

(defmulti area :shape)
(defmethod area :square [s]
  (* (:side s) (:side s)))
(defmethod area :default [_]
  0)

(defprotocol Priced
  (price [this])
  (tax [this rate]))

(defrecord Line [n]
  Priced
  (price [this]
    (* 2 n)))

(defn- report [carts]
  (doseq [cart carts]
    (let [sum (total cart)]
      (cond
        (zero? sum) (println "none")
        :else (println sum))))
  (try
    (spit "out" carts)
    (catch Exception e
      (println e))
    (finally
      (println "done"))))

(comment
  (add {} {}))

(deftest adds
  (testing "one line"
    (is (= 1 (count (:lines (add {} 1)))))))
