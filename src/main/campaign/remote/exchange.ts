import { createHash } from 'node:crypto'
import * as fs from 'node:fs'
import { join, resolve } from 'node:path'
import { masked } from '../../../shared/base/masked'
import { Problem } from '../../../shared/base/problem'
import { counted } from '../../../shared/words/labels'
import { type Disk, makeFolders } from '../git/disk'
import { FOLDER, GITLINK, type Oid } from '../git/oid'
import { makeRow } from '../git/index-file'
import { updateFile } from '../git/commit-files'
import { mergeCommitNotes, NOTES_REF } from '../git/commit-notes'
import { filesWithFilter } from '../git/filtered-files'
import { lfsPointer } from '../git/filters'
import { Repo } from '../git/repo'
import { initRepository, repositoryAbove } from '../git/repository'
import { hostilePath } from '../git/trees'
import { FILES } from '../layout'
import { type RemoteAddress, remoteAddress } from './address'
import { gitHttp } from './http'
import { addRemote } from './remotes'
import { cloneDraft, makeScratch, type Scratch } from './scratch'
import { defaultBranchBySsh, fetchBySsh, pushBySsh, SSH_NOTES_REF } from './ssh'

/** The access to a server: the token, if any, and a signal that stops the connection. */
export interface RemoteAccess {
  token: string | undefined
  stop: AbortSignal
}

/** Loaded with the first exchange, so that opening a campaign doesn't wait for it. */
const library = (): Promise<typeof import('isomorphic-git')> => import('isomorphic-git')

const SELF = { name: 'Proscenium', email: 'studio@proscenium' }

/** The result of a fetch: the server's branches, and its default branch. */
export interface Fetched {
  branches: { name: string; head: Oid }[]
  main: string | undefined
}

/** Fetches a server's branches as `refs/remotes/<name>/…`. Objects are checked and stored before any ref moves. Throws Problem. */
export async function fetchRemote(repo: Repo, name: string, url: string, access: RemoteAccess): Promise<Fetched> {
  const address = remoteAddress(url)
  const scratch = makeScratch(repo)
  try {
    const main = await receive(scratch, address, access)
    if (main === null) return { branches: [], main: undefined }
    const { listBranches, resolveRef } = await library()
    const refs = new Map<string, Oid>()
    for (const ref of await listBranches({ fs, gitdir: scratch.gitDir, remote: 'it' }))
      if (ref !== 'HEAD') refs.set(ref, await resolveRef({ fs, gitdir: scratch.gitDir, ref: `refs/remotes/it/${ref}` }))
    const notes = await receiveNotes(scratch, address, access)
    const fresh = movePacks(repo, scratch)
    for (const head of [...refs.values(), ...(notes === undefined ? [] : [notes])]) checkComplete(repo, head, fresh)
    const before = new Map(repo.refs.list(`refs/remotes/${name}/`).map(({ ref, oid }) => [ref, oid]))
    for (const [branch, head] of refs) {
      const ref = `refs/remotes/${name}/${branch}`
      const was = before.get(ref)
      before.delete(ref)
      if (was !== head) repo.refs.move(ref, was, head, { who: SELF, time: repo.clock(), why: `fetch ${name}` }, false)
    }
    for (const [ref, oid] of before) if (!ref.endsWith('/HEAD')) repo.refs.remove(ref, oid)
    if (notes !== undefined) mergeCommitNotes(repo, notes, { who: SELF, time: repo.clock() })
    return { branches: [...refs].map(([branch, head]) => ({ name: branch, head })), main }
  } finally {
    scratch.dispose()
  }
}

/** Fetches every branch into a scratch folder as `refs/remotes/it/…`. Returns the default branch if the transport names it; null from an empty server. */
async function receive(scratch: Scratch, { url, origin }: RemoteAddress, access: RemoteAccess): Promise<string | undefined | null> {
  if (origin === undefined) return fetchBySsh(scratch.gitDir, url, access.stop).then(() => undefined)
  const { fetch } = await library()
  const { defaultBranch } = await withProblems(access, () =>
    fetch({ fs, http: gitHttp(origin, access.stop), gitdir: scratch.gitDir, url, remote: 'it', tags: false, ...auth(access) })
  )
  return defaultBranch === null ? null : defaultBranch?.replace('refs/heads/', '')
}

/** The last commit of the director's notes of a server, with its objects in the scratch folder; undefined if it has none. */
async function receiveNotes({ gitDir }: Scratch, { url, origin }: RemoteAddress, access: RemoteAccess): Promise<Oid | undefined> {
  const { fetch, listServerRefs, resolveRef } = await library()
  // Git fetched them with the branches.
  if (origin === undefined) return resolveRef({ fs, gitdir: gitDir, ref: SSH_NOTES_REF }).catch(() => undefined)
  const http = gitHttp(origin, access.stop)
  const common = { http, url, ...auth(access) }
  const [listed] = await withProblems(access, () => listServerRefs({ ...common, prefix: NOTES_REF, protocolVersion: 1 }))
  if (listed?.ref !== NOTES_REF) return undefined
  await withProblems(access, () => fetch({ ...common, fs, gitdir: gitDir, remote: 'it', remoteRef: NOTES_REF, singleBranch: true, tags: false }))
  return listed.oid
}

/** Sends the director's notes, after merging those of the server. Throws Problem. */
async function pushNotes(repo: Repo, address: RemoteAddress, access: RemoteAccess): Promise<void> {
  if (repo.refs.read(NOTES_REF) === undefined) return
  const receiving = makeScratch(repo)
  try {
    if (address.origin === undefined) await fetchBySsh(receiving.gitDir, address.url, access.stop)
    const notes = await receiveNotes(receiving, address, access)
    const fresh = movePacks(repo, receiving)
    if (notes !== undefined) {
      checkComplete(repo, notes, fresh)
      mergeCommitNotes(repo, notes, { who: SELF, time: repo.clock() })
    }
  } finally {
    receiving.dispose()
  }
  const sending = makeScratch(repo)
  try {
    const refused = await send(sending, address, NOTES_REF, access)
    if (refused !== undefined) throw new Problem('refused', `The branch was sent, but the server rejected the director's notes: ${refused}.`)
  } finally {
    sending.dispose()
  }
}

/** Pushes a branch and the director's notes; the server's branch must be an ancestor of it. Throws Problem `conflict` if the server has beats that the branch doesn't have. */
export async function pushBranch(repo: Repo, name: string, url: string, branch: string, access: RemoteAccess): Promise<void> {
  const head = repo.refs.read(`refs/heads/${branch}`)
  if (!head) throw new Problem('not-found', `There is no branch ${branch}. Choose an existing branch.`, { branch })
  const unsent = newLfsFiles(repo, name, head)
  if (unsent.length > 0)
    throw new Problem('refused', `${namedFiles(unsent)} in git LFS, whose contents only git sends. Push the branch with git.`, {
      branch,
      paths: unsent
    })
  const scratch = makeScratch(repo)
  try {
    const ref = `refs/heads/${branch}`
    const refused = await send(scratch, remoteAddress(url), ref, access)
    if (refused !== undefined) throw new Problem('refused', `The server rejected the branch ${branch}: ${refused}.`, { branch })
    const tracked = `refs/remotes/${name}/${branch}`
    const was = repo.refs.read(tracked)
    if (was !== head) repo.refs.move(tracked, was, head, { who: SELF, time: repo.clock(), why: 'update by push' }, false)
  } finally {
    scratch.dispose()
  }
  await pushNotes(repo, remoteAddress(url), access)
}

/** The files in LFS at a commit that no fetched branch of a remote has. */
function newLfsFiles(repo: Repo, remote: string, head: Oid): string[] {
  const files = filesWithFilter(repo, repo.treeOf(head)).filter(({ filter, oid }) => filter === 'lfs' && lfsPointer(repo.blob(oid)) !== undefined)
  if (files.length === 0) return []
  const sent = new Set(
    repo.refs.list(`refs/remotes/${remote}/`).flatMap(({ oid }) => [...repo.files(repo.treeOf(oid)).values()].map((entry) => entry.oid))
  )
  return files.flatMap(({ path, oid }) => (sent.has(oid) ? [] : [path]))
}

const namedFiles = ([first = '', ...more]: readonly string[]): string =>
  more.length === 0 ? `${first} is` : `${first} and ${counted(more.length, 'other file')} are`

/** Pushes a ref. Returns why the server rejected it; undefined if it accepted it. */
async function send(scratch: Scratch, { url, origin }: RemoteAddress, ref: string, access: RemoteAccess): Promise<string | undefined> {
  if (origin === undefined) return pushBySsh(scratch.gitDir, url, ref, access.stop, isBehind)
  const { push } = await library()
  const answer = await withProblems(access, () =>
    push({ fs, http: gitHttp(origin, access.stop), gitdir: scratch.gitDir, url, ref, remoteRef: ref, ...auth(access) })
  )
  return answer.ok ? undefined : (answer.error ?? Object.values(answer.refs ?? {}).find((one) => !one.ok)?.error ?? 'no reason given')
}

const isBehind = (): Problem =>
  new Problem(
    'conflict',
    "The server has beats that this branch doesn't have. Fetch first, then play on from there or push under another branch name."
  )

const auth = ({
  token
}: RemoteAccess): { onAuth: () => { username: string; password: string } | { cancel: true }; onAuthFailure: () => { cancel: true } } => ({
  onAuth: () => (token === undefined ? { cancel: true } : { username: 'proscenium', password: token }),
  onAuthFailure: () => ({ cancel: true })
})

const WANTS_TOKEN = { wants: 'token' }

/** Runs an exchange and converts isomorphic-git's errors to Problems, whose sentences never contain the token. */
async function withProblems<T>({ token }: RemoteAccess, call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (thrown) {
    if (thrown instanceof Problem) throw thrown
    const { code, message = String(thrown), data } = thrown as { code?: string; message?: string; data?: { statusCode?: number; reason?: string } }
    if (code === 'UserCanceledError' || data?.statusCode === 401 || data?.statusCode === 403)
      throw new Problem(
        'refused',
        token === undefined
          ? 'The server needs a token. Enter one.'
          : 'The server rejected the token, or the token has no permission for this. Enter another one.',
        WANTS_TOKEN
      )
    if (data?.statusCode === 404)
      throw new Problem('not-found', 'There is no repository at this address, or the token may not read it. Check both.', WANTS_TOKEN)
    if (code === 'PushRejectedError' || (code === 'NotFoundError' && /object|[0-9a-f]{40}/.test(message))) throw isBehind()
    const plain = token === undefined ? message : masked(message, token)
    throw new Problem(
      'refused',
      `The address doesn't answer like a git server (${plain.split('\n')[0]?.slice(0, 200)}). Check the address and try again.`
    )
  }
}

/** Moves received packs into the repository after checking their checksums, the index of each last. Returns the ids of the new objects. */
function movePacks(repo: Repo, scratch: Scratch): Set<Oid> {
  const fresh = new Set<Oid>()
  for (const name of scratch.newPacks()) {
    const from = join(scratch.gitDir, 'objects/pack', name)
    const bytes = fs.readFileSync(from)
    const sum = createHash('sha1').update(bytes.subarray(0, -20)).digest()
    if (bytes.length < 32 || !sum.equals(bytes.subarray(-20))) throw cutOff()
    const index = fs.readFileSync(from.replace(/pack$/, 'idx'))
    const count = index.readUInt32BE(8 + 255 * 4)
    if (count !== bytes.readUInt32BE(8)) throw cutOff()
    for (let place = 0; place < count; place++) fresh.add(index.toString('hex', 1032 + place * 20, 1052 + place * 20))
    const to = join(repo.commonDir, 'objects/pack', name)
    fs.renameSync(from, to)
    fs.renameSync(from.replace(/pack$/, 'idx'), to.replace(/pack$/, 'idx'))
  }
  return fresh
}

const cutOff = (): Problem => new Problem('disk', 'The connection ended too early. Nothing was changed. Try again.')

/** Checks a commit and all objects that came with it. Throws Problem if one is missing or damaged. */
function checkComplete(repo: Repo, head: Oid, fresh: ReadonlySet<Oid>): void {
  const seen = new Set<Oid>()
  const waiting = [head]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (seen.has(id)) continue
    seen.add(id)
    const { tree, parents } = repo.commit(id)
    if (!fresh.has(id)) continue
    waiting.push(...parents)
    const folders = [tree]
    for (let oid = folders.pop(); oid !== undefined; oid = folders.pop()) {
      if (seen.has(oid)) continue
      seen.add(oid)
      const entries = repo.tree(oid)
      if (!fresh.has(oid)) continue
      for (const entry of entries.values()) {
        if (entry.mode === FOLDER) folders.push(entry.oid)
        else if (entry.mode !== GITLINK && !seen.has(entry.oid)) {
          seen.add(entry.oid)
          if (fresh.has(entry.oid)) repo.objects.read(entry.oid, 'blob')
        }
      }
    }
  }
}

/** Clones a repository into an empty or new folder, complete or not at all. Returns the branch that is checked out. Throws Problem. */
export async function cloneRepository(disk: Disk, dir: string, url: string, clock: () => number, access: RemoteAccess): Promise<string> {
  const target = resolve(dir)
  const stat = disk.lstatSync(target)
  if (stat && (!stat.isDirectory() || disk.readdirSync(target).length > 0))
    throw new Problem('bad-folder', `${target} is not empty. Choose a new or empty folder for the clone.`)
  const above = repositoryAbove(disk, target)
  if (above) throw new Problem('bad-folder', `${target} is inside another repository (${above}). Choose a folder outside it.`)
  const { url: address, origin } = remoteAddress(url)
  const draft = cloneDraft(target)
  fs.rmSync(draft, { recursive: true, force: true })
  try {
    makeFolders(disk, draft)
    initRepository(disk, draft, 'main')
    const repo = new Repo(disk, draft, clock)
    const { branches, main: named } = await fetchRemote(repo, 'origin', address, access)
    const main = origin === undefined ? await defaultBranchBySsh(repo.gitDir, address, access.stop) : named
    // The campaign may be on its own branch of a repository with other content.
    const own = branches.toSorted((a, b) => Number(b.name === main) - Number(a.name === main))
    const first = own.find(({ head }) => repo.entry(repo.treeOf(head), FILES.state)) ?? own[0]
    if (!first) throw new Problem('not-a-campaign', 'The repository at this address is empty. Push a campaign to it first.')
    addRemote(repo, 'origin', address)
    const ref = `refs/heads/${first.name}`
    repo.refs.move(ref, undefined, first.head, { who: SELF, time: clock(), why: `clone: from ${address}` }, false)
    repo.refs.setHead(ref, undefined, first.head, { who: SELF, time: clock(), why: `clone: from ${address}` })
    const rows: ReturnType<typeof makeRow>[] = []
    for (const [path, entry] of repo.files(repo.treeOf(first.head))) {
      const why = hostilePath(path)
      if (why)
        throw new Problem('bad-repository', `This repository contains the path ${JSON.stringify(path)}, which can't be saved here, because ${why}.`, {
          path
        })
      const stat = entry.mode === GITLINK ? undefined : updateFile(repo, path, entry, [undefined]).stat
      rows.push(makeRow(path, entry, stat))
    }
    repo.staging.restore(
      rows.sort((a, b) => (a.key < b.key ? -1 : 1)),
      join(repo.home, 'index.damaged')
    )
    repo.locks.dispose()
    if (stat) disk.rmdirSync(target)
    disk.renameSync(draft, target)
    return first.name
  } catch (thrown) {
    fs.rmSync(draft, { recursive: true, force: true })
    throw thrown
  }
}
