def load(path)
  unless path
    return
  end
  until done?
    step
  end
  loop do
    break if read(path)
  end
  if a
    1
  elsif b
    2
  end
rescue IOError
  nil
ensure
  close
end
