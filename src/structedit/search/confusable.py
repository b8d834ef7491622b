"""Words of code that a slip of the pen makes of each other: made by `benchmarks/confusable.py`.

A word of this list is not taken for a misspelt one: it is the name of something.
"""

from __future__ import annotations

CONFUSABLE = frozenset(
    b"""
aaaa aaaaa aarch abab abbr abgr abis abort about accent accented accept accepted acked acos acted
acts adapt adapted adapter adapters adaption adaptor added addend adder addinfo addnstr addoption
addr addrinfo addrs adds addstr adler admin adopt adopted adopters adoption advice advise aead
aexit after agen ages aggr ahead aiter akin alas alen algo algos algs alias alice alignas aligns
alike alist alive almost along alpn also alter alts amber among amper analyse analysed analyser
analyses analysis analyze analyzed analyzer aname anno anon ansi anti apis apop apos apps arab
arange arch arches archs arcname arcs area aren arena argb argname args argv aria armin armv arpa
arrange asan ascent ases asia asian asin asked asks aslist asname assert asserted asserts assess
asset assets assist assorted assume assumed assumes assure assured assures atan atexit atlas atmost
aton atop attn attrs atts automagically automatically automation automaton awake aware axes axis
back backed backend bags bail ball band bang bank bare bars base based bases basics basis bass baud
bbff bcmp bcpp beat became become began begin begun behavior behaviors behaviour behaviours being
bell below bench best beta beth bfree bias biased bill bind binder binding bindir binds bing bins
bios bird bits black blake blame blank blend blending blind blinding blink blinking bloat blobs
block bloom blow blown blows bnot boat bogus bonus books bools boom boost boot boring born both
brain brand bread brian bring broad brown btee btree buff bufs bugs bump bunch burn burnt burst
caches caching cadata cafile call callees callers calls came camel caml canceled cancelled cand
canon cant caps caption carbon card cards care cares caron case cased cases casing cast casted
casting casts catab catches catching cats cause caused causes causing caution cblock cbrt cchar
ccode ccompiler cctype cdata cddl cdef cdll cease ceil cell cells cend cent cerr cert cfile cflags
cget chain chan chance chances change changes changing chaos chap char charge charging charp chars
chart chat chdir chdr cheap cheat chet chflags chgat chip chips chksum choke choose chop chord
chose chtype cidr cipher circ cksum clarify clarity clash clashes clashing classes classifiers
classifies clause clauses cleaned cleaner cleaning cleanly cleans cleared clearer clearing clearly
clears clib click clicks clip clips clnt clock clocks clojure clone cloned cloner clones cloning
close closed closefd closer closes closing closure clts club cluster clutter cmap cmode cname cnet
cnode cntrl coarse cobol code codecs coder codes coding coef coeff coff cold coll colno colon
colons color colors colour cols comdat come comes coming commute comp compact compar compat
compatability compatibility compiler compilers compiles complaint compliant compr comps compute
computers computes cond conf config confirm conform confstr conns cons const constr constrains
constraints consts consumers consumes cont contact content contention contents context contexts
contig contiguous contiguously continuous continuously contract contrast convention cool coord cope
core cores corp cost costs could count course cout cover cpid cptr cpuid cputime cpython craft crap
crash crashes crashing cray crazy creat cref crlf crls cron crop cruft csharp csrc cstime cstr ctab
ctan ctext ctime ctrl ctrls ctxt ctype cuid cull cumtime curl curr curs curses curves cutime cuts
cvar cwchar cyan cypher cython dagger danger darwin datas date dates dave dbff dbname dcgettext
deal deals death decay decent decide decided decides deciding decl decls decnet deco decode decoded
decoders decodes decoding decr decref dedent deduce deduced dedupe deduped defect defects defs
delay demo denom denorm dependant dependent depr deps depth deref derive derives derwin desc
descent descr descrs descs dest dests detect detects devs dfff dgettext diag dial dict dicts dies
diff dims ding direct dirent dirs disc disks dispatchers dispatches dist dists ditch divided
dividend dlls dname dngettext doall dock docs does doing doit dolor dong dont door dotall dots
draft drag drain drawn drbg drift drive drivers drives dscr dtls dtor dual duck dumps dupes dups
dutch dying eacces eaccess each ease east eats ecdsa econet eddsa edid edit edited editing edits
eexist eftype egid ehsize either elem elen elide elif elim eline elit ellipses ellipsis else elsize
elts emfile emit emits encode encoders encodes endcode ends enfile enoent enonet entirely entirety
ents envs eofs epipe erase erfc eric erofs espipe ether etype euid eval even evil excel exch excl
excs execl execle execlp execve execvp execvpe exif exist existed existing exists exit exited
exiting exits expat expect expensive expert explode exploded explore explored expn export exprs
exps expt exta extant extends extensive extent extents extn extra exts face faces facet facets fact
facts fade fail failed failing fails fake fall falling falls falsey falsy farm farther fast favor
favorite favour favourite fdel fdopen fdst feat feed feeds feel feels feet fefd feff fell feof
ffast ffbe ffca ffcf ffda ffee fffd fffe ffff ffffd ffffe fffff ffffff fffffff ffffffff fflags
fflush ffree fget fiber field fifo fildes file filed files fill filled filler filling fills filter
finalizers finalizes finder fine finer finfo finger finish finnish fioclex fionclex fips fire fired
fires firing fits five fixed fixer fixes fixing flag flags flake flash flat flavor flavors flavour
flavours flex float flush flux fname folds folks font foot fopen force forced forcing fore forge
forget forgot forked forking form formed forming fort forth forum fourth fpath fract frag frags
frame fread fred free freed freeing freezing from front frsize fset fsize fspath ftell full funky
funny further futimens futimes gain gained game gate gave getacl getall getatime getattr getch
getcode getctime getegid geteuid getgid getheader getmode getmtime getnode getpgid getpid getppid
getreader getregs getres getresgid getresuid getsid getsyx gettime getuid getwch getxattr getyx
ghost gist give gles globalns globals gname gnome goes gold good gost grace grad grade grain
grained grand grave gray great greet grew grey grid grnd gross grow grows guid hack hadn halving
haml hand handed handing handled handlers handles handling hands hang hanging hangs hans hard hare
hashable hashtable hasn have having head heads heap heaps heck held hell help helps here hint
hinting hints hist hits hitting hold holds hole holes home hong honor honour hood hope horiz horse
horz host house html hull hung hurd hwnd iadd iana iand icon idcok idea ident identifiers
identifies identify identities identity idents idlok idmap idna idrss idtype iend ietf ifblk ifchr
ifdef ifdir ififo iflnk ifndef ifreg ifsock igor ilen ilshift imap imode impl implementer
implementor imul inact inaddr incdir inch incl incr incur indeed indent indented indents index
indexed indir indx inert inet infer inferior infile infinite info infos infs init initialisation
initialise initialised initialization initialize initialized initializers initializes inits inlen
inner inode inout input insch insert inserted inserts inset insn insnstr insort insstr inst instr
instream intact intel intent inter interior internal internals interop interp interval intervals
intf intl intn into intr intro ints inval invent invented inversed invert inverted inverts iostream
iovec ipaddr ipip iret irgrp iron iroth irshift irusr isblk ischr isdigit isdir isfifo isfile
isfinite isgid islink islnk isort isqrt isreg isrss isset issock issuers issues istream isuid
isxdigit items iter iters itype ival ivar ivec iver ivlen iwgrp iwoth iwusr ixgrp ixon ixor ixoth
ixrss ixusr izip john join keycap keyed keygen keyid keylen keymap knew knobs know knows labeled
labelled labs lack lacking lacks laid lame land lane lanes lang largs lars laser last lasts late
later latin latn latter layer lcid ldap lead leader leading leads leafs leaking leaks lean leap
learn lease least leave leaving left lens lenum lerp less lets letter liberal libm libs licence
license lies life lift lifted lifting like likes limb line lines ling linger linker links lint list
listed listing lists lite literal live lives llcorner llong lname lnum load loader loading loads
locale locales localns locals locate locates lock locked locking locks locs logger login loglevel
logon logs lone long longer longs look looked looking looks loong looping loops loose lose loses
loss lost lots loud lowlevel lpcwstr lpwstr lrcorner lrint lsqb lsub luck luint lying mach macos
macro macros macs made magma magna make maker making male manage managers manages mand manpage mans
mant many maps march margin mark marked marker marking marks martin mask masked masking masks mass
master masters match matchers matches mate math maths matt matter matters maxy mbcs mcount mean
means meant mech mega memchr memoize memrchr memsize menus mesa mesh meshing mess messed messes
messing meta meter meth meths micro micros midi mike mild mime mind mine mini mins minus mips miss
missed misses missing miter mixer mkdtemp mkstemp mktemp mktime mlock mman mmask mock modal mode
model modeled modelled models modes modf modif modifiers modifies mods modules modulus money monkey
mono mont monty moon moral more most motif mount move moves movie msec msgs msvc msys mtime much
muck mult multiples multipliers multiplies must mute naive naked named namelen namer namlen nargs
national native nbar ndata ndbm ndelay ndim near nearby nearly neat neighbor neighbors neighbour
neighbours neon nerr nerror ness nest nests netcom netname netrom never newer newname news next
nfile nice nine nist nivcsw nlist noargs nodata node nodejs nodelay nodes noerror nofile nonce none
nonempty nonnull noon noop nope nops normalise normalised normalize normalized nospace note
notempty notes notin notion notional notnull noun npos nset nspace ntext ntop number numer nvcsw
observers observes occured occurred odds oids older onerror oparg oper opname optarg optical
optimal optimisation optimisations optimise optimiser optimization optimizations optimize optimizer
optimizers optimizes optlen optname opts order oserror osname ours outlen outline outlive outs
outside outsize oval over overlaps overlay overlays overly overridden overriden ovfl pack packed
packer packing packs pads page pager paging pain paint pair pairs palm pane panning paper param
parameterised parameterize parameterized parametrize parametrized params parens parentheses
parenthesis parents paris parity park parm parms parsable parse parseable parsed parsers parses
parsing part partly parts party pass passed passes passing passwd past pasted pasting patch path
paths pats patt pause paused pauses paying pays pcdata pdata pdir peace peak peek peel peer peers
peps perc percall perf perl perm perms perp pers peter peters pgid pgrp phase phases phone photo
phrase phrases phys pick picked picker picking pickled pickler pickling picks pict pids pile pilot
ping pink pinning pins pint pipe pirc pitch pivot pkcs pkgs place places placing plain plan plane
planes planning plans plat plate plats playing plays plen plist plot pmod point pointed pointer
pointers pointing points poison poisson poke pole poll polled pollfd polling polls poly pong pony
pool pooled pooling pools pops port portal ported porting ports posargs pose post postal postargs
posted posting posts pout ppage ppath ppid pprint pptr pread prec precall preceq pred pref prefered
preferred prefs prep prepare prepares preparse prepend prepending prereq present presented
presenting presents preset presets press pretend pretending prev prevent prevented preventing
prevents price prim prime print printed printer printers printing prints prism priv prng probe
probing proc procfs procname procs prod produces products prof profilers profiles prog progname
project projected projecting projection projective projects promoted promoting prompted prompting
prone proof proofs prop properly property props prot protect protected protecting protection
protective protects proto prov prove providers provides proving prstatus prune pstats pstatus pstr
ptrs pubs pull pulled pulling pulls pump punc punct punt pure purge pushd pushed putc putp puts
pycs pyenv pylint pylist pyvenv qualify quality quantile quantize queueing queuing quick quiet
quirk quit quite quot quotas quote quotes race races radd radial radical radio ragged raise rand
ranged ranked rare rate rates ratio rcvd rdev rdiv rdlck rdlock rdns react read reader readers
reads real realpath reals reap rear rebind recent recip recognise recognised recognize recognized
recorder recover recp recs rect recurring recursing recvmmsg recvmsg redir redo referer referrer
refs refuse refused refuses refusing regents regexes regexps regs regtype reindex rekey rela
related relaxed relay relies relocation relpath rely remain remainder remaining remains remap
remind reminder remote remove remover rename render renders reorder repl replaced replay replayed
replies reply repo report reporting repos repr reprs reps reqd reqs requester requestor reseed
resend resent reset reside resides resize resizes resname resolvers resolves resort resorting resp
rest restype resync retain retaining retains retr reuse reused reuses reusing revents reversed
reversing reverted reverting reverts revocation rewind rick ride ridge riff rindex rise risk rjust
rkey rlock rlshift rmdir rname road robot robots roff role roles roll root rooted roots rope rose
rotl rout routed rpar rrshift rset rshift rsqb rsub rsvd rsync ruff rule rules runs rust rval
rwlock sadd safe safely safer safety said sake sale same samefile sample sampler samplers samples
sane sans sash sass save saver saves saving saying says sbin scale scaled scan scanf scanning scans
sched schedulers schedules schemas schemes scipy scls scope scoped scopeid scopes scopy score
scores script scrypt scss sctp sdev sdist seal sealed seals secp secs sect sectname seed seeding
seeds seeing seeking seeks seem seems seen sees segs segv self sell semctl semget semver send
sender sending sends sens sent seol seps seqs series serv server servers serves sess setacl setall
setattr setd setegid seteuid setfd setgid setitimer setmark setmask setname setns setp setpgid
setregid setresgid setresuid setreuid sets setsid setter settimer setting setuid setup setv setx
setxattr seven sexit sexp sext sgid shade shaders shades shading shake shall shallow shape shaped
shapes shaping share shared shares sharing shed sheet shelf shell shells shift shim shin ship
shipped shmctl shmget shome shop short shorter shorts shot show showing shows shrink shrt shrunk
shut side sided sides sieve sigchld sigcld sigh sigill sigint sigiot sigkill sign signal signaled
signalfd signaling signalled signalling signs sigs sigval silver simple simpler since sine sing
sinh sint site sites sits sitter sitting sival size sized sizes skid skill skin skip skipped slack
slant slash slast slate slated slave slaves sleep slen slice slicing slide slider sliding slight
slim slip slist slope slot slots slow slowing slows small smart smile smime smin smoke smove smtp
snake sname snan snap sneak snext snmp snow snprintf soap sock soft sole solve solver some somefile
soname song sort sorter sorts space spain span spanning spans spare sparse spawn spawning spawns
speak specialised specialized specifics specifiers specifies specs speed speeding speeds spell
spells spend spent spider spill spin spit spite splat splice splicing split spot spots spring
sprintf sprite sqrt srand srange srem sright srtp ssave ssbs sscanf ssid ssize ssse ssss sstream
ssuspend stab stable stack stacking stacks staff stage staged stages staging stale stall stand star
starred stars start started startend starting starts stash stat state stated states statfs stating
stats status statvfs stay staying stays stddev stdev stdin stdio steal stealing steals steam steel
stein stem step stepping steps sterling steve steven stick sticking sticks still stime stls stmt
stmts stock stolen stone stop stopping stops stor store stores storing strange stray strcasecmp
strcat strchr strcmp strcpy strcspn strdup stream strftime strict stride strike string strlcat
strlcpy strlen strm strncasecmp strncat strncmp strncpy strndup strnlen stroke strong strptime
strrchr strs strspn strtod strtol strtold strtoul struct stty stub stubs stuck studio stuff style
stype subc subname subnet subnets subs subscr subset subsets subst substr succ suck suff suffices
suffixes suid suit suite suites summaries summarizes sums sunder sure surname suse suspend sval
svid swallow swap sweep sweet swift syms synch synth sysid tabs tack tagname tags tail take taken
taking talk talking talks tamil tape tarname task tasks tbar tcgetattr tcgetpgrp tcsetattr
tcsetpgrp team tear tears tell tempdir tempfile templ tempnam tempname temt tends tens tera term
tess test tests texas text texts than thank thanks thead theme then there these thick thin things
think thinks this thorn thorough those though thread threaded threadid three threw through
throughout throughput throw thunk thus tick ticks tidy tied tier ties tiger tilde tile tiled tiles
tiling till time timed timedout timeout timer timers times timing tinfo tiny tiocgwinsz tiocswinsz
tiparm tips title titled titles tlen tlist tmpdir tmpfile tmpl tmpnam tmpname tname token toks
tolist toml tone tool topdir torn toss toxml tparam tparm trace traced tracer traces tracing track
tracked tracker tracking tracks trade trail trailing training tramp trans transit transmit trap
trapped traps tree trees trial trick tricks trie tried tries trig trims trip triples triplets
tripped trips true trunk tsan ttee ttime ttype tune tuned tuning turn turned turning tvars twig
type typed typeid tzinfo tzname ufeff uffff uint ulcorner ullong ulock ulong umask umount unable
unbind unblock unblocked unblocks unbound undef underling underlying unget unices unify
uninitialised uninitialized unit unity unixes unlck unlink unload unloaded unlock unlocked unlocks
unmark unmask unmatched unmount unpatched unpicklable unpickleable unrecognised unrecognized unref
unsat unset unsound until untraced untracked unwind unwound uplink upload uploaded uptime urcorner
uring usable usecs users uses ushort ushrt using util utime vaddr vague vals value vargs variant
varint vars vary verbs vers vert very vfprintf viable vice vile virt visa vista vlan vlen vmaddr
voice vprintf vsnprintf vsprintf vtable wait waited waiter waiters waitid waiting waitpid waits
wake waking walking wall want wanted wanting wants ward warm warn warp wasm wasn wasted wasting
watchers watches water wave wbits wchar weak weakly week weekly well went were west wfile wget
whenever where wherever while white whole whose wide width wild will wind winds wine winner winnt
wins wint winter winver wire wise wish with wont word wording words working works world would wrap
writable write writeable writer writers writes writing wrongly wronly wrote wschar wset xffe xfff
xfffe xffff xfffff xffffff xoff xxxx xxxxx xxxxxx zeroes zeros zone zope
""".split()
)
