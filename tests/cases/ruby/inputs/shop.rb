# frozen_string_literal: true

require "json"
require_relative "line"

module Shop
  # A cart.
  class Cart < Base
    include Enumerable

    MAX = 100

    def initialize(lines = [])
      @lines = lines
    end

    # Sums the prices.
    # Fails when empty.
    def total
      # nothing
      raise EmptyError if @lines.empty?

      @lines.sum { |line| line.price }
    rescue TypeError => error
      log(error)
      0
    ensure
      close
    end

    def empty; end

    def size = @lines.size

    def self.build(**options)
      new(options.fetch(:lines))
    end

    private

    def quiet?
      ENV.key?("QUIET")
    end
  end
end
