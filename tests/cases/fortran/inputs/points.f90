! Points.
module points
  implicit none
  type :: point
    real :: x
  end type point
contains
  ! Adds to one.
  subroutine add(p, by)
    type(point), intent(inout) :: p
    real, intent(in) :: by
    if (by > 1.0) then
      p%x = p%x + by
    else if (by < 0.0) then
      p%x = 0.0
    else
      p%x = by
    end if
    do i = 1, 3
      call tick(i)
    end do
  end subroutine add

  function twice(x) result(y)
    real :: x, y
    y = 2 * x
  end function twice
end module points
