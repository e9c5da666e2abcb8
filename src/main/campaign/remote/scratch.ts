import { cpSync, linkSync, lstatSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { quietly } from '../git/disk'
import { isGone, ownSelf } from '../git/owner'
import { checkObjects } from '../git/plain-files'
import type { Repo } from '../git/repo'

let serial = 0

/**
 * A temporary git folder in which isomorphic-git or the system's git works. It gives access to every object and ref. Whatever they write, in their own
 * order and without the repository's locks, stays outside the repository until we move it there.
 */
export interface Scratch {
  gitDir: string
  newPacks(): string[]
  dispose(): void
}

/** Creates a scratch folder. Throws Problem `bad-repository` for an object or pack that is not a plain file. */
export function makeScratch({ disk, commonDir, home, refs: ours }: Repo): Scratch {
  checkObjects(disk, commonDir)
  // A remote of the user's may be called `it` too.
  const refs = [...ours.list('refs/heads/'), ...ours.list('refs/remotes/'), ...ours.list('refs/notes/')].filter(
    ({ ref }) => !ref.startsWith('refs/remotes/it/')
  )
  const gitDir = join(home, `remote-${process.pid}-${serial++}`)
  const objects = join(commonDir, 'objects')
  rmSync(gitDir, { recursive: true, force: true })
  mkdirSync(join(gitDir, 'objects', 'pack'), { recursive: true })
  mkdirSync(join(gitDir, 'refs'))
  writeFileSync(join(gitDir, 'HEAD'), 'ref: refs/heads/main\n')
  writeFileSync(
    join(gitDir, 'config'),
    '[core]\n\trepositoryformatversion = 0\n\tbare = true\n[remote "it"]\n\tfetch = +refs/heads/*:refs/remotes/it/*\n'
  )
  writeFileSync(join(gitDir, 'packed-refs'), refs.map(({ ref, oid }) => `${oid} ${ref}\n`).join(''))
  for (const folder of readdirSync(objects))
    if (/^[0-9a-f]{2}$/.test(folder)) symlinkSync(join(objects, folder), join(gitDir, 'objects', folder), 'junction')
  const existing = new Set<string>()
  for (const name of readdirSync(join(objects, 'pack'))) {
    if (!/\.(pack|idx)$/.test(name)) continue
    existing.add(name)
    linkOrCopy(join(objects, 'pack', name), join(gitDir, 'objects', 'pack', name))
  }
  return {
    gitDir,
    newPacks: () => {
      const names = new Set(readdirSync(join(gitDir, 'objects', 'pack')))
      return [...names].filter((name) => name.endsWith('.pack') && !existing.has(name) && names.has(name.replace(/pack$/, 'idx')))
    },
    dispose: () => rmSync(gitDir, { recursive: true, force: true })
  }
}

/** Removes the scratch folders of processes that were killed while they talked to a server. The folders of running processes stay. */
export function sweepScratch(home: string): void {
  for (const name of readdirSync(home)) {
    const pid = /^remote-(\d+)-\d+$/.exec(name)?.[1]
    if (pid !== undefined && isGone({ pid: Number(pid), host: ownSelf().host, start: '' })) rmSync(join(home, name), { recursive: true, force: true })
  }
}

/** The folder in which a clone is built, beside its final folder. Its name contains the process, so that a killed one's is recognized. */
export function cloneDraft(target: string): string {
  sweepClones(target)
  const { pid, start } = ownSelf()
  return `${target}.cloning-${pid}-${start}`
}

/**
 * Removes clones beside `target` that a killed process left unfinished: folders named after a process that has ended, which are empty or contain a
 * repository created by the app. Links are never followed, and unreadable folders stay.
 */
export function sweepClones(target: string): void {
  const parent = dirname(target)
  const isFolder = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
  quietly(() => {
    for (const name of readdirSync(parent)) {
      const [, pid, start = ''] = /^.+\.cloning-(\d+)(?:-(\d*))?$/.exec(name) ?? []
      const draft = join(parent, name)
      if (pid === undefined || !isFolder(draft) || !isGone({ pid: Number(pid), host: ownSelf().host, start })) continue
      const isOurs = readdirSync(draft).length === 0 || (isFolder(join(draft, '.git')) && isFolder(join(draft, '.git/proscenium')))
      if (isOurs) rmSync(draft, { recursive: true, force: true })
    }
  })
}

function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to)
  } catch {
    cpSync(from, to)
  }
}
