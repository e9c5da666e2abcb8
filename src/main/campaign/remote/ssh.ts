import { spawn } from 'node:child_process'
import { devNull } from 'node:os'
import { Problem } from '../../../shared/base/problem'
import type { SourceAddress } from './address'

/** A server that sends no data for this long, in ms, counts as unreachable. A person may have to type a passphrase. */
const IDLE_TIMEOUT_MS = 60_000
const MAX_OUTPUT_CHARACTERS = 1 << 20

/** The settings of every call. The folder is ours, so only the user's settings count. Received objects stay in a pack, and no hook runs. */
const SETTINGS = [
  'fetch.unpackLimit=1',
  'pack.indexVersion=2',
  'gc.auto=0',
  'maintenance.auto=false',
  'push.gpgSign=false',
  'core.longpaths=true',
  `core.hooksPath=${devNull}`
]

/** The ref of the director's notes of a server, in a git folder of ours. */
export const SSH_NOTES_REF = 'refs/it/notes/proscenium'

/** Fetches every branch of a server into a git folder of ours, as `refs/remotes/it/…`, and its notes, if it has any. Throws Problem. */
export async function fetchBySsh(gitDir: string, url: string, stop: AbortSignal): Promise<void> {
  const args = [
    'fetch',
    '--progress',
    '--no-tags',
    '--no-recurse-submodules',
    '--',
    url,
    '+refs/heads/*:refs/remotes/it/*',
    '+refs/notes/proscenium*:refs/it/notes/proscenium*'
  ]
  const { code, errors } = await runGit(gitDir, args, stop)
  if (code !== 0) throw refusal(errors)
}

/**
 * Fetches one commit with its files and without its history into a git folder of ours, over the protocol of its address alone. Throws Problem
 * `not-found` if the repository doesn't have it, and as other exchanges do.
 */
export async function fetchCommit(gitDir: string, { url, protocol }: SourceAddress, commit: string, stop: AbortSignal): Promise<void> {
  // A server can't send us on to another one, such as to one of this machine.
  const settings = ['-c', 'protocol.version=2', '-c', 'http.followRedirects=false']
  const args = [...settings, 'fetch', '--progress', '--depth=1', '--no-tags', '--no-recurse-submodules', '--', url, commit]
  const { code, errors } = await runGit(gitDir, args, stop, protocol)
  if (code !== 0) throw refusal(errors)
}

/** The default branch of a server; undefined if it has none. Throws Problem. */
export async function defaultBranchBySsh(gitDir: string, url: string, stop: AbortSignal): Promise<string | undefined> {
  const { code, output, errors } = await runGit(gitDir, ['ls-remote', '--symref', '--', url, 'HEAD'], stop)
  if (code !== 0) throw refusal(errors)
  return /^ref: refs\/heads\/(\S+)\tHEAD$/m.exec(output)?.[1]
}

/** Pushes a ref. Returns why the server rejected it; undefined if it accepted it. Throws Problem, `behind` if the server has other commits. */
export async function pushBySsh(gitDir: string, url: string, ref: string, stop: AbortSignal, behind: () => Problem): Promise<string | undefined> {
  const args = ['push', '--porcelain', '--progress', '--no-verify', '--no-follow-tags', '--recurse-submodules=no', '--', url, `${ref}:${ref}`]
  const { code, output, errors } = await runGit(gitDir, args, stop)
  if (code === 0) return undefined
  const [, kind, why = ''] = /^!\t[^\t]*\t\[(rejected|remote rejected|remote failure)\] ?(?:\((.*)\))?/m.exec(output) ?? []
  if (kind === undefined) throw refusal(errors)
  if (kind === 'rejected') throw behind()
  return plain(why) || 'no reason given'
}

/** Runs the system's git in a git folder of ours, over one protocol only. Throws Problem if git is missing, the server stays silent, or `stop` is aborted. */
function runGit(
  gitDir: string,
  args: readonly string[],
  stop: AbortSignal,
  protocol = 'ssh'
): Promise<{ code: number | null; output: string; errors: string }> {
  return new Promise((done, fail) => {
    if (stop.aborted) return fail(stopped())
    const child = spawn('git', [...SETTINGS.flatMap((setting) => ['-c', setting]), ...args], {
      cwd: gitDir,
      env: { ...inherited(), GIT_DIR: gitDir, GIT_ALLOW_PROTOCOL: protocol, GIT_TERMINAL_PROMPT: '0', LC_ALL: 'C' },
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true
    })
    let problem: Problem | undefined
    const end = (why: Problem): void => {
      problem = why
      child.kill()
    }
    const onStop = (): void => end(stopped())
    const timer = setTimeout(() => end(silent()), IDLE_TIMEOUT_MS)
    stop.addEventListener('abort', onStop, { once: true })
    const heard = { output: '', errors: '' }
    for (const [stream, name] of [[child.stdout, 'output'] as const, [child.stderr, 'errors'] as const])
      stream.setEncoding('utf8').on('data', (text: string) => {
        timer.refresh()
        heard[name] = (heard[name] + text).slice(-MAX_OUTPUT_CHARACTERS)
      })
    const settle = (): void => {
      clearTimeout(timer)
      stop.removeEventListener('abort', onStop)
    }
    child.on('error', (error: NodeJS.ErrnoException) => {
      settle()
      fail(
        error.code === 'ENOENT'
          ? new Problem(
              'refused',
              protocol === 'ssh'
                ? 'SSH addresses need git, which was not found on this machine. Install git, or use the https address.'
                : 'This needs git, which was not found on this machine. Install it.'
            )
          : error
      )
    })
    child.on('exit', () => {
      if (!problem) return
      // A process that git has started may keep them open.
      child.stdout.destroy()
      child.stderr.destroy()
    })
    child.on('close', (code) => {
      settle()
      if (problem) fail(problem)
      else done({ code, ...heard })
    })
  })
}

/** The environment without what git sets for its hooks, which would name another repository. */
function inherited(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_') || /^GIT_(?:SSH|CONFIG)/.test(name)))
}

const stopped = (): Problem => new Problem('refused', 'Stopped. Nothing was changed.')

const silent = (): Problem =>
  new Problem(
    'disk',
    'The git server sent nothing for a minute. If SSH asks for a passphrase or about an unknown host, run ssh-add, or connect once with ssh in a terminal; then try again.'
  )

/** A text of the server without control characters. */
const plain = (text: string): string => text.replace(/\p{Cc}/gu, '').trim()

/** What git's or ssh's messages mean, and what to do. */
const MEANINGS: readonly (readonly [RegExp, Problem['code'], string])[] = [
  [
    /host key verification failed/i,
    'refused',
    'SSH does not know this server, or its key has changed. Connect once with ssh in a terminal, compare the key, and try again.'
  ],
  [
    /permission denied \(|too many authentication failures/i,
    'refused',
    'The server rejected your SSH keys. Load the right key with ssh-add, and add it to your account on the server.'
  ],
  [
    /not our ref|couldn't find remote ref|unadvertised object/i,
    'not-found',
    'The repository at this address does not have this commit, or does not give single commits. Push the branch there.'
  ],
  [
    /could not read (?:username|password)|authentication failed|terminal prompts disabled/i,
    'refused',
    'The server wants a name and a password. Set up a credential helper of git on this machine, or use an SSH address.'
  ],
  [
    /does not appear to be a git repository|repository .*not found|not found|no such file or directory/i,
    'not-found',
    'There is no repository at this address, or your SSH key may not read it. Check both.'
  ],
  [
    /could not resolve|connection (?:refused|timed out|reset|closed)|network is unreachable|no route to host|operation timed out/i,
    'disk',
    "The git server can't be reached. Check the address and your connection, and try again."
  ],
  [/cannot run .*ssh|unable to fork|unable to find .*ssh/i, 'refused', 'git found no ssh program. Install OpenSSH, or use the https address.'],
  [/early eof|unexpected disconnect|the remote end hung up/i, 'disk', 'The connection ended too early. Nothing was changed. Try again.']
]

/** What git adds to every failure of ssh. */
const GENERAL = /^(?:fatal: Could not read from remote|Please make sure you have|and the repository exists)/

/** The Problem for a call of git that failed with these messages. */
function refusal(errors: string): Problem {
  const lines = errors.split(/[\r\n]+/).filter((line) => line.trim() !== '' && !GENERAL.test(line))
  for (const [pattern, code, sentence] of MEANINGS) if (pattern.test(errors)) return new Problem(code, sentence)
  const line = lines.find((one) => /^(?:fatal|error|ssh):/.test(one)) ?? lines.at(-1) ?? 'no message'
  return new Problem('refused', `git could not do this (${plain(line).slice(0, 200)}). Check the address and try again.`)
}
