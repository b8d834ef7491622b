def weigh(items)
  if items.empty?
    raise EmptyError, "none"
  elsif items.size > MAX
    warn "many"
  else
    warn "ok"
  end
  sum = 0
  items.each do |item|
    case item.kind
    when :free then next
    when :half, :reduced
      sum += item.price / 2
    else
      sum += item.price
    end
  end
  begin
    io.close
  rescue IOError
    nil
  end
  while open?
    sleep 1
  end
  text = <<~TEXT
    Total:
      #{sum}
  TEXT
  puts text unless quiet?
  sum
end
