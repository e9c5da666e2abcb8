import { existsSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { type Attack, attacks, link, put } from './harness.fixture'

const says = (path: string): RegExp => new RegExp(`\\.git/${path.replaceAll('.', '\\.')} is a link`)

/** Folders of the repository that opening or playing reads, writes or clears. */
const FOLDERS = [
  'refs',
  'refs/heads',
  'logs',
  'logs/refs',
  'objects',
  'objects/pack',
  'objects/info',
  'info',
  'proscenium',
  'proscenium/tmp',
  'proscenium/aside'
]
/** Files of it. */
const FILES = [
  'HEAD',
  'config',
  'index',
  'packed-refs',
  'info/exclude',
  'refs/heads/main',
  'refs/heads/side',
  'logs/HEAD',
  'logs/refs/heads/main',
  'index.lock',
  'HEAD.lock',
  'refs/heads/main.lock',
  'proscenium/lock',
  'proscenium/pending',
  'proscenium/switch',
  'proscenium/turns.jsonl',
  'proscenium/turns-1.jsonl.gz',
  'proscenium/prompts.zlib',
  'proscenium/recordings.jsonl',
  'proscenium/chronicle',
  'proscenium/verified.json'
]

/** A folder moved out and linked to: what it held can be read as before, so that only the link is wrong. */
const movedOut = (path: string): Attack => ({
  name: `.git/${path} is a link to a copy of it outside`,
  plant: ({ dir, outside }) => {
    const at = join(dir, '.git', path)
    const away = join(outside, 'moved')
    if (existsSync(at)) renameSync(at, away)
    else put(away, 'mine.md', 'Mine\n')
    link(dir, `.git/${path}`, away)
  },
  says: says(path)
})
const toLetters = (path: string): Attack => ({
  name: `.git/${path} is a link to a folder of the user's`,
  plant: ({ dir, outside }) => link(dir, `.git/${path}`, join(outside, 'letters')),
  says: says(path),
  soak: true
})
const toFile = (path: string): Attack => ({
  name: `.git/${path} is a link to a file of the user's`,
  plant: ({ dir, outside }) => {
    const at = join(dir, '.git', path)
    if (existsSync(at)) put(outside, '.bashrc', readFileSync(at))
    link(dir, `.git/${path}`, join(outside, '.bashrc'))
  },
  says: says(path)
})
const dangling = (path: string): Attack => ({
  name: `.git/${path} is a link to a file that is not there yet`,
  plant: ({ dir, outside }) => link(dir, `.git/${path}`, join(outside, '.profile')),
  says: says(path),
  soak: true
})

attacks([...FOLDERS.map(movedOut), ...FOLDERS.slice(3).map(toLetters), ...FILES.map(toFile), ...FILES.slice(1).map(dangling)])
