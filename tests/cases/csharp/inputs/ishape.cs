namespace P;

delegate int Sum(int a);

interface IShape
{
    int Area();
}

record Point(int X, int Y);

struct Size
{
    int n;
}

class A
{
    #region work
    int F(int n)
    {
        int Twice(int a)
        {
            return a * 2;
        }
        {
            Use(1);
        }
        try
        {
            Use(2);
        }
        catch (Error e)
        {
            Use(e);
        }
        finally
        {
            Use(3);
        }
        do
        {
            n--;
        } while (n > 0);
        while (n < 3)
        {
            n++;
        }
        for (int i = 0; i < n; i++)
        {
            Use(i);
        }
        if (n > 1)
        {
            Use(4);
        }
        else
        {
            Use(5);
        }
        switch (n)
        {
            case 1:
                Use(6);
                break;
        }
        using (var f = Open())
        {
            Use(f);
        }
        Each(a =>
        {
            Use(a);
        });
        return n switch
        {
            1 => 2,
            _ => 3,
        };
    }
    #endregion
}
