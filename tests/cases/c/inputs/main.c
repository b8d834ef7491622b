#ifdef _WIN32
static void clear(void)
{
    system("cls");
}
#else
static void clear(void)
{
    puts("\033c");
}
#endif

int main(void)
{
    clear();
    return 0;
}
