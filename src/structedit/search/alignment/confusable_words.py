"""Words of code that a slip of the pen makes of each other: made by `benchmarks/confusable.py`.

A word of this list is not taken for a misspelt one: it is the name of something.
"""

from __future__ import annotations

CONFUSABLE = frozenset(
    b"""
aaaa aaaaa aarch abab abba abbb abbr abbreviate abcde abgr abide abis able abnrt abor abort about
absense absolut accent accented accents accept accepted accepter acces accessed accesses accessor
accessory accumulate accumulates achar ache achieve achieves acked acks acos acquire acquires acted
actime action activ activate activates actor actors acts adapt adapted adapter adapters adaption
adaptor adde added addend adder addfd addin addinfo adding addini addition addnstr addoption addpd
addr addressed addressee addresses addrinfo addrs adds addsd addstr adjuster adler admin admit
adopt adopted adopters adoption advance advances advice advise advises aead aenter aerial aexit
affect affects afff affff after afterward agen ages aggr agree agrees ahead aided aiff aimed aiming
aims aiter akin alas alen algo algorithm algos algs alia alias aliased aliasee aliases alice alien
alignas aligne aligner aligns alike aline alist alive allable allcc alloc allocate allocated
allocates allocation alloced allocs allof allot allow alloy alls almost alone along alph alpn alse
also alter alternative altgr alts amain amber ames among amount amper ample analagous analyse
analysed analyser analyses analysis analyz analyze analyzed analyzer aname ancestor anchor ander
andy ange angeles angles anno annot annotate annotates annotation anon ansi anterior anti aopen
aper apis apop apos appear append appender appendf appl apple application applied applies apply
apps arab arange arch arches architecture archive archived archiver archs arcname arcs area aread
aren arena argb arge argname args argument argv aria arias aries aring arity armin arms armv arns
arows arpa arrange array arrow artefacts article artifact arts asan ascent asciz ases asia asian
asic asid asin asize asked asking asks aslist asname asort aspect aspectj assemble assembly asser
assert asserted assertion asserts assess asset assets assign assignee assigner assignin assignment
assist associate associates assorted assume assumed assumes assumption assure assured assures
assuring assword asts asyn atail atan ater atest atexit atid atime atlas atmost aton atone atop
attached attaches attack attempt attn attr attribut attribute attributed attrp attrs atts atype
audio audit author authorisation autogenerate automagically automatically automation automaton
availabl averag avoid avril awake award aware axes axis babel back backed backend backer backs
backslashed backus backward baggy bags bail bailed bailing bails baked balanc ball baller balls
band banding bands bang bank banking banner bare barely barks barry bars base based basep bases
basic basics basis bass batal batch batched batches batching baud bayer bayes bazel bbff bcdef bcmp
bcpp beach beads beans bears beast became becaus become befor began begin begun behave behaved
behavior behaviors behaviour behaviours being beings bell bellow bells belong below bench benchmark
bender benin beside beth better bevel bfind bfree bias biased bigint bill billed billing bills bind
binder binding bindir binds bindu bing binned binning bins bios bird bites bitmax bitness bits
bject black blake blame blang blank blend blending blind blinding blink blinking bloat bloating
bloats blobs bloc block blocker blockid bloom blow blown blows blush bname bnot boat bogus bolder
bones bonus booking books boolean booleani booleanv bools boom boost boot boots borde boring borked
born borrower bort both bounced bouncing bound bounded bounding bounds bout bower boxed bprintf
brace braced braces brack bracket brain branched brand brave brea bread break breed brian brick
brier briggs bring broad broke broker brown brows browse browser bruce bsize bstat btee btime btree
btype buff buffer bufs bufsiz bugger bugs buil build built builtin bulls bump bumps bunch bundle
bundler bundles burly burn burned burning burnt burst burton buses butter button bvand byte bytea
bytef bytep bytes bytev cabc cable cache cached caches caching cadata cafile cake calc calculate
calculated calculater calculates calculation caling call callback callbacks callbr calle called
callee callees caller callers callf calling calloc callr calls came camel caml cancel canceled
cancelled cancer cand candidate candle candles candy canned cannon canon cans cant capped capping
caps caption captur capture captured captures carbon card cards care cared cares cargs caron carr
carrier carries carry carve case cased cases casex casez casing cast casted caster casting casts
catab catal catch catched catcher catches catching cater cats cause caused causes causing caution
cblock cbrt cbytes ccept cchar ccode ccompiler ccount cctype cdata cddl cdef cdll cease ceil cell
cells cend cent cerr cert certainty certificate cfile cflags cget chai chain chair cham champ chan
chance chances chang change changed changer changes changing channel chans chaos chap char chara
characte character chardet charge charged charges charging charm charp chars charset chart charts
chase chat chats chdir chdr cheap cheat cheating chec check checked checker checkin checkt chet
chflags chgat chick chile chime chip chips chksum choic choice choke choose choosen chooser chop
chord chose chown chris chroma chrs chtype chuap chuck chunk chunky cidr cipher circ circumstance
cksum claim clan clarify clarity clas clase clases clash clashes clashing class classe classed
classes classid classifiers classifies claude claus clause clauses clean cleaned cleaner cleaning
cleanly cleans clear cleared clearer clearing clearly clears clib clic click clicks client cline
clip clips clnt clock clocked clocking clocks clojure clone cloned cloner clones cloning clos close
closed closefd closer closers closes closet closing closure clover clts club clump cluster clutter
cmake cmap cmode cname cnet cnode cntl cntrl coarse cobol code codec codecs coded coder coders
codes codify coding coef coeff coff cold colder colin coll collaps collapse collapser collapses
collect collection collision colno colo colon colons color colors colour cols colum column colums
combin combination combine combined combiner combines combinv combs comdat come coment comes comet
coming comm comma command commat comment commit committee committer comms commute commutes comp
compact compan compaq compar compare compared comparer compares comparison compat compatability
compatibility compatibly compete competes competing compile compiled compiler compilers compiles
complaint complet complete completed completer completes complexes compliant complicate complicates
compliment component compose composer composes compr compresses comps computation compute computed
computer computers computes concatenate concatenates concept concurrence cond condition conf confi
config configuration configure configures confirm confirming conflict conform conforming confstr
confuse confuses connect connection conns conor cons consent consents consider consist consistancy
consp const constant constr constrain constrains constraint constraints construct constructor
consts consul consume consumed consumer consumers consumes cont contact contacts contain contained
containee container content contention contentmanager contents contest context contextj contexto
contexts contig contiguous contiguously continu continue continued continues continuous
continuously contract contracts contrast contribute contributes contribution contributor
contributory control controlled controllen controller conts convention converged converging
conversion convert converted converter convertor cook cooked cookie cooking cool coord coordinate
coordinated cope copen copes copied copier copies copyin cords core corea cores coret corey cork
coros corp correspond cors cosec cost costing costly costs couch could couldn coun count counted
counter countr county cours course court cout covar cover covert cpid cptr cpuid cputime cpython
crack cracker craft cram crand crap cras crash crashed crasher crashes crashing crate cray crazy
cread creal cream creat create created creates creating credential cref crime crlf crls crmsh crock
cron crop cropped cropping crops cross cruft crush crying crypt csharp csize csock csrc cstime cstr
ctab ctable ctan ctext cthread ctim ctime ctors ctrl ctrls ctxt ctype cuid cull culling cumtime
curae curl curle curly curr curren curried curry curs curscr curses curve curves customisation
customise customised customize customizer customizes cutime cuts cutting cvar cvars cwchar cword
cyan cycle cycled cycleh cypher cython dagger damage damaged damma dandy danger dare darker darrow
darts darwin dashed dashes dashing datas date dated daten dates dave davide davis dbff dbname
dbytes dcgettext dchar dcore dded deadline deal dealing dealloc deals dealt death debugged debuggee
decade decay decayed decent decently decide decided decides deciding decim decks decl declaration
declare declared declares decls decnet deco decod decode decoded decoder decoders decodes decoding
deconstruct decorate decorates decr decref dedent dedicate deduce deduced deduces deducing
deduction dedupe deduped deems default defe defect defects defend defer deferred deferring defers
defin define defined definer defines definition deflection defls defs defused delay delegate
delegated delet delete deleted deleter deletes delimeter delimited delimiter dello demo demote
denies denom denorm denote denoted dense dent depend dependant dependence dependend dependent depr
deprecate deprecates deps dept depth dequote deref deriv derive derives derwin desc descendants
descendent descendents descent descr describ describe described describes description descriptor
descrs descs deserve designate designates designer desire desires dest destroy destroyer dests
detaches detail detect detects determine determined determines devel developed developer device
devise devote devs dfff dgettext diag diagnostic dial dict dicts dies diff diffed differ difference
digi digis digit digita dimension dims ding direct direction directive director directors direkt
dirent dirs dirt disable disabled disablei disabler disables disc discard disclaimed disclaimer
discord discourage discourages discover discoverer discovers disks dispatched dispatcher
dispatchers dispatches displa display displayb displayh displayo dist distribute distributes
distribution dists ditch dither dives divide divided dividend divider divides divine diving dlang
dlls dmin dname dngettext doable doall dock docked docs docstring document documenter does doing
doit dolor domain dong donor dont door dotall dots doubl double doubled doublep doublev doubly
dover dower download downloader dprintf dquote draft drag draging drain drained drand drawn drbg
dress drift drive driven driver drivers drives drop drops dscr dsize dsplit dsync dtime dtls dtor
dtype dual duck duis dump dumpk dumps dupes duping duplicate duplicated duplicates dups dutch
dyalog dying eacces eaccess each earl early ears ease eases easier east easter eats ebuild ecdsa
echar ecode econet eddsa edge edid edit edited editing edits eeab eebb eeps eexist efault efer
effect effected effecting effects effff eftype efuse egid ehsize eigh eight either eject elapse
elapses elder elect elected election elects elem element elemente elementi elemento elen elide elif
elim eline elist elit ellipses ellipsis ello else elsize elts emacr email embedder ember emfile
emit emits emitted emitter emitting emory empt enable enabled enablei enabler enables ename
encapsulate encapsulated enclose encloses encod encode encoded encoder encoders encodes encoding
encounter encourage encourages encryp endcode ende endef ender endin ending endof endpoint ends
enfile enforce enforced enforcer enforces engin engine enhance enhances enim enoent enonet ensure
ensured ente enter entered entirely entirety entr ents enum enumerate enumerates environment envs
eofs epact epipe eprintf equal equest equip equivalency equivalent erand erange eras erase erfc
eric erick erms erofs eros erro error errore errorf erros ersion escape escaped escaper escapes
esize espipe establishes estat estimate estimates ether etime etter eturn etype euid eval evaluate
evaluated evaluates evel even evenp evens event ever evil exampl example exceed excel exception
exch excl exclude excluded excludes excs execl execle execlp executable execute executed executes
execve execvp execvpe exemplar exemple exif exist existance existant existed existing exists exit
exited exiting exits expand expander expat expect expensive expert experts expire expired expires
expiry explode exploded exploding explore explored exploring expn export exporta exporter expose
exposed exposes expr expresses expression exprs exps expt exta extant exten extend extender
extendible extends extens extension extensive extent extention extentions extents extn extr extra
extract extractu extrema extrq exts faac faad faaf faba fabc fabd fabf face faces facet facets facf
fact facto factor factors factory facts fada fadd fade fading fail failed failing fails failure
fake fakefile fakes faking fall fallback fallbacks falling fallow falls fals falsey falso falsy
fames fargs farm farmer farms farther fast faster father favor favorite favour favourite fcaf fchar
fdef fdel fdopen fdst feat feature featured feed feeding feeds feel feels feet fefd feff fell fence
feof fermat fetcher fetches fewer fewest ffaa ffad ffast ffbe ffca ffcb ffcc ffcd ffcf ffda ffdc
ffeb ffee fffd fffe ffff ffffd ffffe fffff fffffc fffffe ffffff ffffffc ffffffd ffffffe fffffff
fffffffe ffffffff fffffffff fflags fflush ffree fget fiber fiddle field fields fifo fight fights
fildes file filed fileio filen filename fileno filer files filing fill filled filler fillin filling
fills filter filterer fina finalise finalize finalizer finalizers finalizes find finder finding
findings finds fine finer finfo finger finis finish finished finishes finit finnish fioclex
fionclex fips fire fired firepath fires firing fits fitting five fixed fixer fixes fixing flag
flagm flags flake flame flang flase flash flashes flashing flask flat flatter flavor flavors
flavour flavours flaws flesh fleshed flex flexibly flight fload float floatn floatv flock flood
flour flower flush flushed flusher flushes flushinp flux fmod fnam fname fnames focal focuses fold
folded folder folders folding folds folks follow follower folly font fonth fontw fooba foobaz food
foot fopen fopts forc force forced forces forcing fore forgat forge forget forgot forked forkers
forking forks form forma formal formalize formalized formally formals format formatted formatter
formed former forming forms fort forth forty forum forward forwarder foster found fourth fpart
fpath fprintf frac fract frag fragment frags fram frame framed framer frames framework frameworx
frand fread freak fred free freed freeing freer frees freezing fref fregs freqs friction fried
friend fries frint frog from front fround frsize fset fsize fspath fstab fstar fstat fsync ftell
ftime ftype full func funci funct functio function funding funds funky funny further futex futimens
futimes gain gained game games gate gates gather gave gemini gender generate generated generates
generator gent getacl getall getatime getattr getch getcode getctime getegid geteuid getgid
getheader getini getitem getmode getmtime getnode getpgid getpid getppid getreader getregs getres
getresgid getresuid getsid getstat getstate getstats getsyx getter getters gettid gettime getting
getuid getval getwch getxattr getyx ghain ghost giant gift gist gitter give given gives glass
glasses gleaned gles glib glide globa global globalns globals glowing gmail gname gnome gnore goes
going gold good gost grace grad grade graft grail grain grained gran grand grantee grape graphic
grave gray great greek greet grew grey grid grief grnd grobs groks gross ground group groupe
grouper grow growing grown grows grunt gsize gthread gtime gtype guarantee guaranteed guarantees
guard guarenteed guest guid guide guided guideline guido guids guire gutter gward hack hackage
hacked hacking hacks hadn haired hall hallo halloc halving haml hand handed hander handing handl
handle handled handler handlers handles handling hands hang hanging hangs hanning hans happen
happend hard hardcode harden hardy hare harry hars harts hashable hashed hasher hashes hashtable
hasn hatch hatched hatching have haver having hchar hdir head headed header headerp headers heading
headline heads heady healing heap heaps heard hearing heck heel height heights heir held hell
heller help helped helper helps hence here hereof hermit hide hides hight hiking hinder hint
hinting hints hires hist hits hitting hmong hname hogging hoist hoisted hold holder holders holding
holds hole holes holger hollow home homes hong honor honoring honour honouring hood hook hooked
hooking hooks hookup hoops hope horiz horner horse horz hose host hosted hostid hough hour house
hover hovered hovers hreset hsize hsplit htable html http httpc httpd httpx htype huang hull hung
hunk hunks hurd hushed hwnd hword hyphen iadd iana iand ibrary iceland icmp icon icont iconv idcok
idea ideas iden ident identified identifier identifiers identifies identify identities identity
idents ideo idlok idmap idna idrss idtype iend ietf ifblk ifchr ifdef ifdir ififo iflnk ifndef
ifport iframe ifreg ifsock iget ignor ignore ignored ignorer ignores igor ilen ilshift imag image
imagem imagen imagep imap imed imit immutably imode impl implement implementer implementers
implementor implementors implied implies impls imply import importer impossibly improve improved
improvement improves imul inact inaddr iname inblock inbound incdir inch incl include included
includer includes incompatibly incorporate incorporates incr increase increased increases increment
incur indeed indef inden indent indented indenter indention indents indep index indexed indexer
indexes indian indicate indicated indicates indice indir inds induces indx inert inet infect infer
inferior infile infinite infinity info infop infor informatio infos infs inherit init initia
initialisation initialise initialised initialiser initialises initialising initialization
initialize initialized initializer initializers initializes initiate initiates inits initval inlen
inline inlinee inliner inlines inner inode inout inport input insch insect inser insert inserted
inserter insertq inserts inset insize insn insnstr insort insstr inst install installed installer
instance instanced instanciated instantiat instantiate instantiates instr instream instruction
insure intact inte integ intege integer integeri integerv integrate integrates intel intend intent
intention inter intercal interface interfaced interior interlace interm intern internal internals
interned interner interop interp interpreted interpreter interval intervals intf intl intn into
intptr intr intra intro introduce introduced introducer introduces ints inval invalidate
invalidates invariant invent invented invers inversed invert inverted inverter inverting inverts
invested invisibly invocation invoke invoked invokee invoker invokes involve involved involves ioct
iostream iovec ipaddr ipip ipport ipython iqmp iran irand irange ireal ireland ires iret irgrp iron
iroth irshift irst irusr isblk ischr iscii isdef isdigit isdir isfifo isfile isfinite isframe isgid
isize islink islnk isodate isolate isolates isort ispath isplit isport isqrt isreg isrss isset
issigned issock issue issued issuer issuers issues istream istrip isuid isvalid isvisible isxdigit
isync item items iter iterate iterated iteratee iterates iteration iterator iters itime itle itype
ival ivar ivec iver ivlen iwgrp iwoth iwusr ixgrp ixon ixor ixoth ixrss ixusr izip jade james jane
januari japanese javanese jchar jeans jlong john join joiner joint joints jrand jtype jump jumps
junction junctions june jython kargs keeling keep keeper kermit kerne keybd keycap keyed keygen
keyid keylen keymap keyword kicked kicks killed killer killing kills kind kinda kinds kings kissing
klass klasses klaus knew knobs knots know known knows koncept konsole krypto kstat ktime ktype
kwarg kword label labeled labelled labs lace lack lacked lacking lacks lacus ladder laddr lagged
lagging lags laid lambd lame lamed lamp land lane lanes lang lange languag language larch larg
large largs larrow larry lars laser lass last laster lasts latch latched latches late latent later
lateral lates latex latin latn latter launcher launches layar layer layout lazify lchar lcid ldap
lead leader leaders leading leads leafs leak leaking leaks leaky lean leap learn lease leases least
leav leave leaving lection left legged lement lements lends length lengthy lens lenum lerp less
lets letter letting level lever lfind lhead libc liberal liberally libm libs licence licences
license licensed licensee licenses lies life lift lifted lifting lifts light lightly lights like
likes limb lime limit limitation limiter line linea lined linen linenr liner lines lineto linewise
ling linger link linked linker links lint linter linting lintptr lints linus list lista liste
listed listen listened listener lister listi listing listp lists lite liter litera literal litter
live lived lively lives living llcorner llong lname lnum load loadd loaded loader loading loads
loadu loca local locale locales localised localize localns locals locate locates location lock
locked locker lockf locking locks lockup locs locus logged logger logi logic logid login logit
loglevel logon logos logs lone long longer longs look looked looking looks lookup loong loop loope
looped looping loops loos loose looser loper lorry lose loser loses losing loss lost lotion lots
loud love loves lowast lower lowlevel lpcwstr lpread lpwstr lpython lrand lrange lrcorner lrint
lround lscale lsize lsqb lstat lstrip lsub lsync ltime ltype luck luint luke lunch lurve lvoid
lycian lydian lying macao mach machine macho maclen macos macr macro macron macros macs made mage
magma magna mail mailing mails maintain maintained maintainer make maked maker makes making male
mali mall manage managed manager managers manages mand manger mangling manpage mans mant manuel
many maple mapper mapping maps marc march marco margin mark marked marker markerp market marking
marko marks markus marsh mart martial martin mask masked maski masking masks maskz mass massage
massive master masters matc match matched matcher matchers matches matching mate material materialf
materialx math mathematica maths matt matte matter matters matth mature maven maxage maxes maxima
maximus maxloc maxy mbcs mbed mblen mcount mean means meant measure measures mech mechanism medit
meet mega melon membar member memchr memoize memrchr memsize mend ments menus merg merge merged
merger merges merror mesa mesh meshing meson mess messag message messaged messed messes messing
meta meter meth metho method meths metric micro micros microsecond midi midic midyear might mike
mild miles millisecond mime mimes mind minder mine mines ming mini minima minimise mininum minps
mins minss mint minu minus minute minval minyear mips mirror miss missed misses missing miter mixed
mixer mixes mixing mixup mkdtemp mkstemp mktemp mktime mlen mlock mlong mman mmask mname mock
mocked mocking mocks modal modals mode model modeled modelf modelled models modem modes modf modi
modif modification modified modifier modifiers modifies mods modul modula module modules modulo
modulus mofile money mong monkey mono mont monte montes month monty moon mooth mopen moral more
mosel most mother motif mount mounted mounting mounts mous mouse mouth move moved mover moves movie
movsd movss mplements mprintf mrand mrange mrows msec msgs msize msvc msync msys mtim mtime mtype
much muck mulhi mult multf multiple multiples multiplied multipliers multiplies multiply multiport
multu mumps munch muse must mutably mutate mutates mute muted muxed mwait mware mydir naive naked
name named namef namei namelen namer names namespace namespaced namlen nanosecond narg nargin nargs
nary national nations native natur nbar nblock nbyte nchar ndata ndbm ndef ndelay nder ndex ndif
ndim near nearby nearly neat neatest neatly need needn negate negates neighbor neighbors neighbour
neighbours neon neque nerr nerror ness nest neste nested nesting nests netcom netname netrom never
newer newl newline newlink newname news nexpected next nexted nexts nfile nforce ngettext nice
nicholas nicolas niger night nillable nine nines nist niter nivcsw nless nline nlink nlist nmatch
nname noargs nobreak nocbreak nodata noday node nodejs nodelay nodes nodev noent noerror nofile
noise noisy nonce none nonempty nones nonnull noon noop noops nope nops normal normalisation
normalise normalised normalization normalize normalized normalizer normalizes normed north nose
nospace notable notation note noted notempty noteq notes notice noticed notif notification notifier
notifies notime notin notion notional notions notnull noun nouse novice nowrite npart npgettext
npos nprintf nrand nrange nrows nset nsize nspace nstance nsync nter ntext ntop ntype nulls numbe
number numer nums nvcsw nwait nwrite oasis object observe observed observer observers observes ocal
occur occured occurred occurrence octype odds offer officia offse offset oids oint older olds olive
olver omap omits omitted omitting ommitted ompound oname oncoming onerror onion online onload onset
ontinue ooops oops oparg opcode open opener openid oper operand operate operated operation operaton
operator opmap opname oppose opposes optarg optical optimal optimisation optimisations optimise
optimised optimiser optimising optimization optimizations optimize optimizer optimizers optimizes
option optlen optname opts order ords organisation orginal origen oring ormal orth orts osage
oserror osname other otime otter otype ouch ours ourself outlen outline outlive output outs outside
outsize oval over overflow overflown overlap overlaps overlay overlays overlord overly overread
overridden override overrided overriden overrode overs overwrite overwrote ovfl owned owner pace
pacing pack packag package packaged packager packed packer packet packing packs padder pads page
paged pager paging pain pains paint painted painter painting paints pair pairs palloc palm pane
paned panes panning pants paper para param paramater paramete parameter parameterf parameteri
parameterised parameterize parameterized parametrize parametrized params paras pared paren parenb
parens parent parentheses parenthesis parents pareq pargs paris parity park parked parker parking
parks parm parms pars parsable parse parseable parsec parsed parser parsers parses parsing parsl
part parti partly parts party pass passe passed passer passes passing passwd past pasted pastes
pasting patch patched patcher patches patching patel patent patents path pathc pathnam paths
pathset pathv pats patt patter pattern patters pause paused pauses pausing pavel pawn paying pays
pbase pbes pcdata pchar pcntl pcode pdata pdate pdir peace peach peak peaks pears pedantic peek
peeking peel peer peers pendin pending peps perc percall perf perform performer period perl perm
permic permil permission permit perms permut perp pers person persona pertain peter peters pgid
pgrp phase phases phash phon phone phong phony photo phrase phrases phys pick picked picker picking
pickled pickler pickling picks pict pids piece pile pills pilot ping pings pink pinker pinning pins
pint pipe piped piper pirc pisces pitch pitched pivot pixel pkcs pkgs place placed placeholder
places placing plain plan plane planes planning plans plant plat plate platform plats played
playing plays plen plist plock plot plots plugin pluse plusplus pmod pname pocket poin point pointe
pointed pointee pointer pointers pointerv pointing pointint points pointy poison poisson poke poker
pole police poll polled poller pollerr pollfd polling polls poly pong pony pool pooled pooling
pools popen pops populate populates port porta portably portal ported porting portion portk ports
posargs pose poser posi posit position positive possible possibly post postal postargs posted
posting postion posts pouch pound pounds pout power ppage ppath ppid pprint pptr practise prange
pread prec precall precede precedente precedes preceq precious precise pred predefine predictably
preds pref prefer prefered preference preferred prefixed prefixes prefs preloa premise prep prepare
preparer prepares preparse prepend prepending prereq pres present presented presenter presenting
presents preserve preserved preserves preset presets press presses pretend pretending prev prevent
prevented preventing prevents price pride prim prime primitive prims prin princ prince print
printed printer printers printf printing printk prints printw prio prism priv privat prng prob
probable probably probe probed prober probes probing probl problem problema probs proc proce
procedur processed processes processor procfs procname procs prod prods produce produced producer
producers produces product products prof professor profil profilers profiles profit prog progname
program programm programmed programv progs project projected projecting projection projective
projects promisc promise promo promoted promoting prompted prompting prone proof proofs prop
propagate propagates properly property propogate propose proposes props prose prot protect
protected protecting protection protective protects proto protocol prototype prototyped prov
provably prove proved prover proves provide provided provider providers provides proving proxied
prstatus prune psize pstats pstatus pstr ptable ptime ptrs ptype publi publisher publishes pubs
pudding pull pulled pulling pulls pump pumps punc punch punct punning punt punting pure purge
purity purpose purse pushad pushd pushed pusher pushes pushfd putc putline putp puts pvoid pwait
pword pycs pydantic pyenv pyint pylint pylist python pyvenv qbytes qlock qname qsize quads qual
qualified qualifier qualifiers qualifies qualify quality quals quantile quantize quer queried
queries question queue queued queueing queues queuing quick quiet quint quirk quit quite quits quot
quota quotas quote quoted quoter quotes qword rabin race races racing rack racket radd radial
radical radio radios raft rage ragged rails rain raise raised raiser raises rakefile rame rand
randers rang rangd range ranged rangef ranging rangle ranked rare rargs rarrow raster rate rates
rather ratio rational rationals raven rawio rbind rcvd rdev rdiv rdlck rdlock rdname rdns reach
reached reaches react reacting reactivate read readd reader readerr readers readf reading readk
readline readlink readm readn reads readu readv ready reak real reallocate reallog realpath reals
reap reaper reaping reaps rear reason reasonable reasonably reate rebind rebinding rebuilt receive
received receiver receivers receives recent recip recode recoded recoder recoding recognise
recognised recognises recognize recognized recognizer recognizes record recorder recover recovers
recp recs rect recurring recurs recursing recvmmsg recvmsg redefine redefined redefines redent
redir redirect redo reduce reduced reducer reduces reed refe refed refer reference referenced
referencer references referer referred referrer refers refine refined refines refining reflect refs
refuse refused refuses refusing refute regen regents regex regexes regexps regexr regexs region
register regs regtype reilly reindex reject rejecter rekey rela relat relate related relates
relatime relaxed relaxes relay relayed release released releaser releases reliable reliably relied
relief relies reload relocation relpath rely remain remainder remained remaining remains remap
remind reminder remote remotes remove removed remover removes renam rename renames render rendered
renderer renders reorder repeat repeater repl replace replaced replacement replacer replaces replay
replayed replaying replies repls reply repmat repo report reporter reporting repos repr represent
representer reprs reps reqd reqs request requester requestid requestor require required requirement
requires resched reseed resend resent reserve reserved reserves reserving reset resh reside resides
residing resign resize resizer resizes resizex resname resolv resolve resolved resolver resolvers
resolves resort resorting resource resp response ress rest resting restore restored restorer
restores restriction rests restype result resync retain retaining retains retired retr retried
retries retriev retrieve retrieved retriever retrieves retro retur return reuse reused reuses
reusing revents reverb reverse reversed reverses reversing reverted reverting reverts review
revocation revolution revolves revolving reward rewind rewinding rewrite rewrote rick ridden ride
rides ridge riff right rightx rindex ring rings rint rise rising risk riter river rjust rkey rlang
rlock rlshift rmdir rname road robin robot robots rocket rocks roff role roles roll romain root
rooted roots rootx rooty rope rose ross rotation rotl rouble rouge round rounded roundf rounding
roundpd rounds roundsd rout routed routine routing rowing rows rpar rpcent rray rror rrshift rset
rshift rsize rsqb rstat rstate rstrip rsub rsvd rsync rtems rtime rtype ruff rule ruled ruler rules
runcate rune runes runs runtim rushing rust ruth rval rwlock sadd safe safely safer safes safety
sage said sake sale sales salloc same samefile sampl sample sampled sampler samplers samples sander
sandy sane sanitise sans sapply sarif sash sass satisfied satisfies save saved saver saves saving
saying says sbin scal scala scalb scale scaleb scaled scalef scaler scales scalet scalex scall scan
scanf scanl scanned scanner scanning scans scanu scanw scape scenario schar sched schedule
scheduled schedulek scheduler schedulers schedules schema schemas scheme schemes scipy scls scode
scons scope scoped scopeid scopes scoping scopy score scored scores scoring scream screaming script
scross scrypt scss sctp sdev sdigit sdist seal sealed sealing seals searched searcher searches
season seat seats second secp secs sect section sectname sector sectors secur seed seeded seeder
seeding seeds seeing seeking seeks seem seemed seems seen sees segment segs segv seite seize
sektion select selector self sell selling semantic semctl semget semver send sender senders sending
sends sens sensi sensibly sensing sent sente seol separate separatei separates separator seperate
seperated seperately seperator seps sept seqs sequence sequenced sequencer serde serialisation
serialise serialised serialize serialized serializer serializers serializes serie series serv serve
served server servers serves service serviced servo sess session setacl setall setattr setd setegid
setenv seteuid setfd setgid setitem setitimer setmark setmask setname setnp setns setopt setp
setpgid setregid setresgid setresuid setreuid sets setsid setstate setter setters settimer setting
setuid setup setv setval setvalue setx setxattr seven sever sewing sexit sexp sext sfile sfind sgid
shade shaded shaders shades shading shake shakes shaking shall shallow shame shane shape shaped
shaper shapes shaping shar sharc shard shards share shared sharer shares sharing shark sharp shave
shaved shaves shaw shazow shed sheen sheep sheet shel shelf shell shelling shells shelp shield
shift shifter shiftin shim shims shin ship shipped shipping ships shirt shmctl shmget shoes shome
shoot shop shopping shopt short shortcut shorten shorter shorts shost shot shots should shout
shoving show shower showing shown shows shrank shrine shrink shrt shrunk shut side sided sides
siding sieve sigchld sigcld sigh sight sigill sigint sigiot sigkill sign signal signaled signalfd
signaling signalled signalling signature signer significand signs sigs sigval silver simpl simple
simpler simples simplex simplified simplifier simplifies simply sinc since sine sing singe singly
sinh sinking sinks sint site sites sits sitter sitting situation sival size sized sizep sizer sizes
sizex skate skid skill skin skins skip skipped skipper skips slack slant slash slashed slast slate
slated slave slaves sled sleep sleft slen slept slice sliced slicer slicing slick slid slide slider
slides sliding slight slim sline slip slipping slips slist slong slope slot sloth slots slotted
slow slowed slowing slows smack smali small smart smarter smarts smell smile smime smin smoke smove
smtes smtp smull snack snake sname snan snap snapped snare sneak sneaking snext snipped snmp snow
snprintf snuck soap sock socket socks soft sole solve solver some somefile sometime soname song
sorry sort sorta sortable sortd sorter sorts sound sounding sounds sourc source sourced space
spaced spacer spaces spade spades spain span spanned spanner spanning spans spare sparse spath
spawn spawner spawning spawns speak spec speci specialised specialize specialized specializer
specializes specially specifc specifi specification specifics specified specifier specifiers
specifies specs speed speeding speeds spell spells spend spent spice spider spill spilling spin
spins spit spite splat splatting splice spliced splicing spline split splitline splitn sport sports
spot spots spotted spring springs sprint sprintf sprite sqrt squarf srand srange srem sreset sright
srtp ssave ssbs sscanf ssert ssid ssize ssse ssss sstat sstream ssuspend stab stable stably stack
stacking stacks staff stag stage staged stages staging stal stale stall stalled stan stand standard
staple stapled star starf staring starred starring stars start started startend starter startf
starting starts startx starved starving stash stashes stat stata state stated statem statement
states statfs stati stating statistic stats statu statue status statvfs statx stay stayed staying
stays stddev stdev stdin stdio steal stealing steals steam steel stein stem stemp stems step
stepped stepping steps sterling steve steven stick sticking sticks still stime stitch stls stmin
stmt stmts stock stole stolen stoll stomp stomping stone stop stopped stopper stopping stops stor
store stored storei storer stores storeu storing storm storms story strange strap stray strcasecmp
strcat strchr strcmp strcpy strcspn strdup stream streamp strftime stri strict stride strided
stridx strike strin string stringi stringp stringr stringy strip stripe striped stripped stripper
strive strlcat strlcpy strlen strm strncasecmp strncat strncmp strncpy strndup strnlen strobe
stroke strona strong strptime strrchr strs strspn strtod strtol strtold strtoul struc struck struct
structp structure structured structures strung stty stub stubs stuck studio stuff styl style styled
styler stylus stype subc subclassed subclasses submitter subname subnet subnets subs subscr subsec
subseq subset subsets subst substitut substitute substitutes substitution substr substs subtable
subtly subtyp succ succeed succes suck suction suff suffer suffered suffering suffers suffices
suffixed suffixes suggest suggestion suid suit suitably suite suiteb suited suites suits summaries
summarizes sums sunder sunset supe supernet suppl supplied supplier supplies support supporter
suppose suppresses supset sure surely surname suse suser suspend sutton sval svid swallow swap
swapper swash swatch swatches sweep sweet swift switched switcher switches sword symbol symlink
syms sync syncfs synch synchronise synchronised synchronize synchronizer synchronizes synchronous
synchronously syncs synth sysid system systemd systemz tabl tabla table tabled tablef tablei tablet
tablew tabs tack tacked tacking tacks tagger tagname tags tail tailed tailing tails take taken
taker takes taking tale talk talking talks taller tamil tand tanner tape taper tapes tapped tapping
targe target targetfd targs tarname task tasks taste tate taught tbar tcgetattr tcgetpgrp tchar
tcsetattr tcsetpgrp teach teal team teams tear tears tedium tell tellg tellp tells tempdir tempfile
templ template templated tempnam tempname temt tends tens tense tera term termina terminate
terminated terminates termo tess test testb testc tested tester testf testid testing testp tests
testy texas text texte texto texts tfunc than thank thanks thead them theme then ther there
therefor these thick thin thing things thingy think thinks this thong thorn thorough those though
thousand thread threaded threadid threat three thres threw through throughout throughput throw
thrown throws thunk thunks thus tick ticked tickle ticks tidy tied tier ties tiger tight tilde tile
tiled tiles tiling till tilted time timeb timed timedout timeh timek timeout timep timer timers
times timestamp timex timing timor tinfo tinker tiny tiocgwinsz tiocswinsz tiparm tips tired title
titled titles titre tlen tlist tlock tmpdir tmpfile tmpl tmpnam tmpname tname tofile toint toke
token tokenise toks tolen tolist toml tone tonic tons tool topdir topped tops torch torn toss
touches tough toward tower toxml tparam tparm trac trace traced tracef tracer tracers traces tracev
tracing track tracked tracker tracking tracks tract tracy trad trade trades trading trail trailing
trails train trained training trait tramp tran trang trange trans transform transformer transit
transition translate translated translatef translates translation transmit trap trapped trapping
traps trash travers tread treat treated treating tree trees trent triad trial trick tricked tricks
trie tried tries trig trigged trigger trimmer trims tring trior trip triples triplets tripped
tripping trips trivia trough truck true trues truncat truncate truncates trunk trustee truta truth
tsan tsize ttee ttime ttype tune tuned tuning tupl tuple tupled tuplet turds turing turks turn
turned turner turning tvar tvars twig twine twister twitter tying type typed typedef typeid typep
typer types typos tzfile tzinfo tzname uarrow uchar udfff udiff ufad ufdef ufdf ufefe ufeff uffd
ufff ufffd ufffe uffff uint uints uitable ulang ulcorner ullong ulock ulong umask umber umount
unable uname unbind unblock unblocked unblocks unbound unclosed unclosing unde undef undefine
undefines undent under underling underlying undermine underscore underscored understand unequal
unescape unescapes unget unices unicore unif unifies unify uninitialised uninitialize uninitialized
union unit unite unity unixes unixy unknow unknown unkown unlck unlink unload unloaded unlock
unlocked unlocker unlocks unmark unmask unmatched unmet unmock unmocked unmount unname unpacker
unpark unparked unpatched unpicklable unpickleable unqual unquote unquotes unrecognised
unrecognized unref unrounded unsat unset unsound unsure untie until untraced untracked unvalidated
unwatched unwind unwound update updated updater updates upgrade upgrader upgrades uplink upload
uploaded upset upsilon uptime urange urcorner uring uris urls urrent usable usage usecs user users
uses ushort ushrt using usize util utime utput utype uword vaddr vague vali validate validated
validates vals valu value valued values valve vararg vargs variabl variable variant variation varid
varied varint varius vars vary vault vchar vcross vector verbs verified verifier verifies verity
vers verse versi versio version vert very vfprintf vheap viable vice victor vide view viewer vile
vimeo virt visa visi visib visibly vista vlan vlen vlong vmaddr vname vocal voice void votes
vprintf vrange vsize vsnprintf vsplit vsprintf vsync vtable vtime vtype vwait wait waitable waited
waiter waiters waitid waiting waitpid waits waitv wake waken wakes waking walking wall walls want
wanted wanting wants ward ware warm warming warn warner warning warnung warnx warp warped warping
warrant warrants washed wasm wasn waste wasted wasting watch watched watcher watchers watches
watching water watts wave waves waving wbits wchar weak weakly weave weeding weeds week weekly
weigh weight well went were west wfile wget whale what wheat whenever where wherefore whereis
wherever whil while whine white whole whos whose wide widec widen width wikimedia wild wildcard
will willing wince winch wind winding windo window winds wine winking winner winning winnt wins
wint winter winver wipe wipes wire wired wires wirth wise wish witch with witness wlock wname woken
wont word worded wording words wordy work worked worker workflow working works worl world worm
worry worse worst worth would wouldn wound wrap wrapped wrappee wrapper wrapt wreak wright writ
writable write writeable writeb writef writeh writen writeo writer writers writes writev writing
wrongly wronly wrote wschar wset wsize wstat wtime wtype xact xargs xcore xdfff xfbff xfeff xffe
xfff xfffd xfffe xffff xfffff xffffff xfffffff xfffffffc xfffffffe xlower xname xoff xopen xover
xport xpose xprs xrange xsize xtend xtended xtensible xternal xtra xtype xword xxxx xxxxx xxxxxx
yates year yearly yield yields ynamic yours yrange ysize zalloc zero zeroed zeroes zeros zhain zone
zope
""".split()
)
