/* Stands between a process and the C library, and lets the n-th file operation below given folders
 * fail, with an errno of choice, or stops or kills the process right before it.
 *
 * Loaded with LD_PRELOAD, so that Python, numpy, Pillow, Rust and sqlite all go through it. Until
 * `faults_arm` is called nothing is counted. Counted are calls that name something below the
 * folders, and calls on descriptors that were opened there after arming. Clean-up calls that cannot
 * fail in a way a program could answer (close, munmap) pass.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <unistd.h>

enum { READS = 1, WRITES = 2, LOCKS = 4, OPENS = 8 };

static char folder[PATH_MAX];
static size_t folder_length;
static int is_armed, fault, is_lasting, classes;
static long fails_at;
static atomic_long count, failed;
static atomic_long by_class[16];
static char first_failed[256];
static unsigned char tracked[65536];

enum { STOPS_AT_MOST = 16 };
static long stops[STOPS_AT_MOST];
static int stop_count;

void faults_stop_at(const long *steps, int number) {
    stop_count = number < STOPS_AT_MOST ? number : STOPS_AT_MOST;
    memcpy(stops, steps, sizeof(long) * stop_count);
}

static int stops_here(long at) {
    for (int number = 0; number < stop_count; number++)
        if (stops[number] == at) return 1;
    return 0;
}

void faults_arm(const char *root, int error, long step, int lasting, int which) {
    strncpy(folder, root, sizeof folder - 1);
    folder_length = strlen(folder);
    memset(tracked, 0, sizeof tracked);
    fault = error; fails_at = step; is_lasting = lasting; classes = which;
    atomic_store(&count, 0); atomic_store(&failed, 0);
    for (int class = 0; class < 16; class++) atomic_store(&by_class[class], 0);
    first_failed[0] = 0;
    is_armed = 1;
}

void faults_disarm(void) { is_armed = 0; }
long faults_counted(void) { return atomic_load(&count); }
long faults_failed(void) { return atomic_load(&failed); }
const char *faults_where(void) { return first_failed; }

/* Operations since arming that belong to any of the classes, whichever were armed. */
long faults_counted_of(int of_classes) {
    long sum = 0;
    for (int class = 0; class < 16; class++)
        if (class & of_classes) sum += atomic_load(&by_class[class]);
    return sum;
}

static int is_below(const char *path) {
    char whole[PATH_MAX];
    if (!is_armed || !path) return 0;
    if (path[0] != '/') {
        if (!getcwd(whole, sizeof whole)) return 0;
        return !strncmp(whole, folder, folder_length);
    }
    return !strncmp(path, folder, folder_length)
        && (path[folder_length] == 0 || path[folder_length] == '/');
}

static int is_tracked(int descriptor) {
    return is_armed && descriptor >= 0 && descriptor < 65536 && tracked[descriptor];
}

static int is_below_at(int at, const char *path) {
    if (path && path[0] == '/') return is_below(path);
    return at == AT_FDCWD ? is_below(path) : is_tracked(at);
}

static int track(int descriptor, int is_ours) {
    if (descriptor >= 0 && descriptor < 65536) tracked[descriptor] = is_armed && is_ours;
    return descriptor;
}

/* Whether the operation is to fail; errno is set then. */
static int fails(int is_ours, int class, const char *call, const char *path) {
    if (!is_ours) return 0;
    atomic_fetch_add(&by_class[class], 1);
    if (!(class & classes)) return 0;
    long at = atomic_fetch_add(&count, 1);
    if (fault < 0) {  /* stop right before it, and go on when told to */
        if (stops_here(at)) kill(getpid(), SIGSTOP);
        return 0;
    }
    if (at != fails_at && !(is_lasting && at > fails_at)) return 0;
    if (!fault) kill(getpid(), SIGKILL);
    if (!atomic_fetch_add(&failed, 1))
        snprintf(first_failed, sizeof first_failed, "%s %s", call,
                 path && strlen(path) > folder_length ? path + folder_length : "");
    errno = fault;
    return 1;
}

#define REAL(type, name, ...) \
    static type (*real)(__VA_ARGS__); \
    if (!real) real = (type (*)(__VA_ARGS__)) dlsym(RTLD_NEXT, name)

static int class_of(int flags) {
    return OPENS | (flags & (O_WRONLY | O_RDWR | O_CREAT | O_TRUNC) ? WRITES : READS);
}

#define OPENS(name) \
int name(const char *path, int flags, ...) { \
    REAL(int, #name, const char *, int, ...); \
    mode_t mode = 0; \
    if (flags & (O_CREAT | __O_TMPFILE)) { va_list more; va_start(more, flags); mode = va_arg(more, mode_t); va_end(more); } \
    int ours = is_below(path); \
    if (fails(ours, class_of(flags), "open", path)) return -1; \
    return track(real(path, flags, mode), ours); \
}
OPENS(open)
OPENS(open64)

#define OPENS_AT(name) \
int name(int at, const char *path, int flags, ...) { \
    REAL(int, #name, int, const char *, int, ...); \
    mode_t mode = 0; \
    if (flags & (O_CREAT | __O_TMPFILE)) { va_list more; va_start(more, flags); mode = va_arg(more, mode_t); va_end(more); } \
    int ours = is_below_at(at, path); \
    if (fails(ours, class_of(flags), "open", path)) return -1; \
    return track(real(at, path, flags, mode), ours); \
}
OPENS_AT(openat)
OPENS_AT(openat64)

#define OPENS_FILE(name) \
FILE *name(const char *path, const char *mode) { \
    REAL(FILE *, #name, const char *, const char *); \
    int ours = is_below(path); \
    if (fails(ours, OPENS | (strpbrk(mode, "wa+") ? WRITES : READS), "fopen", path)) return NULL; \
    FILE *found = real(path, mode); \
    if (found) track(fileno(found), ours); \
    return found; \
}
OPENS_FILE(fopen)
OPENS_FILE(fopen64)

int close(int descriptor) {
    REAL(int, "close", int);
    if (descriptor >= 0 && descriptor < 65536) tracked[descriptor] = 0;
    return real(descriptor);
}

int dup(int descriptor) {
    REAL(int, "dup", int);
    return track(real(descriptor), is_tracked(descriptor));
}

#define ON_PATH(type, name, class, failure, parameters, arguments, ...) \
type name parameters { \
    REAL(type, #name, __VA_ARGS__); \
    if (fails(is_below(path), class, #name, path)) return failure; \
    return real arguments; \
}
#define ON_FILE(type, name, class, parameters, arguments, ...) \
type name parameters { \
    REAL(type, #name, __VA_ARGS__); \
    if (fails(is_tracked(file), class, #name, "")) return -1; \
    return real arguments; \
}
#define AT_PATH(type, name, class, parameters, arguments, ...) \
type name parameters { \
    REAL(type, #name, __VA_ARGS__); \
    if (fails(is_below_at(at, path), class, #name, path)) return -1; \
    return real arguments; \
}

ON_FILE(ssize_t, read, READS, (int file, void *to, size_t size), (file, to, size), int, void *, size_t)
ON_FILE(ssize_t, pread, READS, (int file, void *to, size_t size, off_t from), (file, to, size, from), int, void *, size_t, off_t)
ON_FILE(ssize_t, pread64, READS, (int file, void *to, size_t size, off64_t from), (file, to, size, from), int, void *, size_t, off64_t)
ON_FILE(ssize_t, readv, READS, (int file, const struct iovec *parts, int number), (file, parts, number), int, const struct iovec *, int)
ON_FILE(ssize_t, write, WRITES, (int file, const void *from, size_t size), (file, from, size), int, const void *, size_t)
ON_FILE(ssize_t, pwrite, WRITES, (int file, const void *from, size_t size, off_t to), (file, from, size, to), int, const void *, size_t, off_t)
ON_FILE(ssize_t, pwrite64, WRITES, (int file, const void *from, size_t size, off64_t to), (file, from, size, to), int, const void *, size_t, off64_t)
ON_FILE(ssize_t, writev, WRITES, (int file, const struct iovec *parts, int number), (file, parts, number), int, const struct iovec *, int)
ON_FILE(int, fsync, WRITES, (int file), (file), int)
ON_FILE(int, fdatasync, WRITES, (int file), (file), int)
ON_FILE(int, syncfs, WRITES, (int file), (file), int)
ON_FILE(int, ftruncate, WRITES, (int file, off_t size), (file, size), int, off_t)
ON_FILE(int, ftruncate64, WRITES, (int file, off64_t size), (file, size), int, off64_t)
ON_FILE(int, flock, LOCKS, (int file, int operation), (file, operation), int, int)
ON_FILE(int, fchmod, WRITES, (int file, mode_t mode), (file, mode), int, mode_t)
ON_FILE(int, fstat, READS, (int file, struct stat *to), (file, to), int, struct stat *)
ON_FILE(int, fstat64, READS, (int file, struct stat64 *to), (file, to), int, struct stat64 *)
ON_FILE(int, futimens, WRITES, (int file, const struct timespec times[2]), (file, times), int, const struct timespec *)

ssize_t sendfile64(int file, int source, off64_t *from, size_t size) {
    REAL(ssize_t, "sendfile64", int, int, off64_t *, size_t);
    if (fails(is_tracked(file), WRITES, "sendfile", "")) return -1;
    return real(file, source, from, size);
}
ssize_t sendfile(int file, int source, off_t *from, size_t size) {
    REAL(ssize_t, "sendfile", int, int, off_t *, size_t);
    if (fails(is_tracked(file), WRITES, "sendfile", "")) return -1;
    return real(file, source, from, size);
}
ssize_t copy_file_range(int source, off64_t *from, int file, off64_t *to, size_t size, unsigned flags) {
    REAL(ssize_t, "copy_file_range", int, off64_t *, int, off64_t *, size_t, unsigned);
    if (fails(is_tracked(file), WRITES, "copy_file_range", "")) return -1;
    return real(source, from, file, to, size, flags);
}

ON_PATH(int, stat, READS, -1, (const char *path, struct stat *to), (path, to), const char *, struct stat *)
ON_PATH(int, stat64, READS, -1, (const char *path, struct stat64 *to), (path, to), const char *, struct stat64 *)
ON_PATH(int, lstat, READS, -1, (const char *path, struct stat *to), (path, to), const char *, struct stat *)
ON_PATH(int, lstat64, READS, -1, (const char *path, struct stat64 *to), (path, to), const char *, struct stat64 *)
ON_PATH(int, statfs, READS, -1, (const char *path, struct statfs *to), (path, to), const char *, struct statfs *)
ON_PATH(int, statvfs, READS, -1, (const char *path, struct statvfs *to), (path, to), const char *, struct statvfs *)
ON_PATH(int, statvfs64, READS, -1, (const char *path, struct statvfs64 *to), (path, to), const char *, struct statvfs64 *)
ON_PATH(int, access, READS, -1, (const char *path, int mode), (path, mode), const char *, int)
ON_PATH(ssize_t, readlink, READS, -1, (const char *path, char *to, size_t size), (path, to, size), const char *, char *, size_t)
ON_PATH(int, mkdir, WRITES, -1, (const char *path, mode_t mode), (path, mode), const char *, mode_t)
ON_PATH(int, rmdir, WRITES, -1, (const char *path), (path), const char *)
ON_PATH(int, unlink, WRITES, -1, (const char *path), (path), const char *)
ON_PATH(int, truncate, WRITES, -1, (const char *path, off_t size), (path, size), const char *, off_t)
ON_PATH(int, truncate64, WRITES, -1, (const char *path, off64_t size), (path, size), const char *, off64_t)
ON_PATH(int, chmod, WRITES, -1, (const char *path, mode_t mode), (path, mode), const char *, mode_t)
ON_PATH(int, utimes, WRITES, -1, (const char *path, const struct timeval times[2]), (path, times), const char *, const struct timeval *)

DIR *opendir(const char *path) {
    REAL(DIR *, "opendir", const char *);
    int ours = is_below(path);
    if (fails(ours, READS | OPENS, "opendir", path)) return NULL;
    DIR *found = real(path);
    if (found) track(dirfd(found), ours);
    return found;
}

AT_PATH(int, fstatat, READS, (int at, const char *path, struct stat *to, int flags), (at, path, to, flags), int, const char *, struct stat *, int)
AT_PATH(int, fstatat64, READS, (int at, const char *path, struct stat64 *to, int flags), (at, path, to, flags), int, const char *, struct stat64 *, int)
AT_PATH(int, faccessat, READS, (int at, const char *path, int mode, int flags), (at, path, mode, flags), int, const char *, int, int)
AT_PATH(int, mkdirat, WRITES, (int at, const char *path, mode_t mode), (at, path, mode), int, const char *, mode_t)
AT_PATH(int, unlinkat, WRITES, (int at, const char *path, int flags), (at, path, flags), int, const char *, int)
AT_PATH(int, utimensat, WRITES, (int at, const char *path, const struct timespec times[2], int flags), (at, path, times, flags), int, const char *, const struct timespec *, int)
AT_PATH(int, fchmodat, WRITES, (int at, const char *path, mode_t mode, int flags), (at, path, mode, flags), int, const char *, mode_t, int)
AT_PATH(int, statx, READS, (int at, const char *path, int flags, unsigned mask, struct statx *to), (at, path, flags, mask, to), int, const char *, int, unsigned, struct statx *)

int rename(const char *old, const char *new) {
    REAL(int, "rename", const char *, const char *);
    if (fails(is_below(old) || is_below(new), WRITES, "rename", old)) return -1;
    return real(old, new);
}
int renameat(int from, const char *old, int to, const char *new) {
    REAL(int, "renameat", int, const char *, int, const char *);
    if (fails(is_below_at(from, old) || is_below_at(to, new), WRITES, "rename", old)) return -1;
    return real(from, old, to, new);
}
int renameat2(int from, const char *old, int to, const char *new, unsigned flags) {
    REAL(int, "renameat2", int, const char *, int, const char *, unsigned);
    if (fails(is_below_at(from, old) || is_below_at(to, new), WRITES, "rename", old)) return -1;
    return real(from, old, to, new, flags);
}
int link(const char *old, const char *new) {
    REAL(int, "link", const char *, const char *);
    if (fails(is_below(new), WRITES, "link", new)) return -1;
    return real(old, new);
}
int linkat(int from, const char *old, int to, const char *new, int flags) {
    REAL(int, "linkat", int, const char *, int, const char *, int);
    if (fails(is_below_at(to, new), WRITES, "link", new)) return -1;
    return real(from, old, to, new, flags);
}
int symlink(const char *target, const char *path) {
    REAL(int, "symlink", const char *, const char *);
    if (fails(is_below(path), WRITES, "symlink", path)) return -1;
    return real(target, path);
}

struct dirent64 *readdir64(DIR *listing) {
    REAL(struct dirent64 *, "readdir64", DIR *);
    if (fails(is_tracked(dirfd(listing)), READS, "readdir", "")) return NULL;
    return real(listing);
}
