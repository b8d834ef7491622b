RSpec.describe Cart do
  let(:cart) { described_class.new }

  describe "total" do
    it "fails when empty" do
      expect { cart.total }.to raise_error
    end

    it "sums" do
      expect(cart.total).to eq(3)
    end
  end
end
