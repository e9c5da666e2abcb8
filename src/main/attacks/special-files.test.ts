import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { alike, type Attack, attacks, fifo, git, link, looseObject, put } from './harness.fixture'

/** Repository files that opening or playing reads or writes. */
const FILES = [
  'HEAD',
  'config',
  'index',
  'info/exclude',
  'index.lock',
  'refs/heads/main',
  'proscenium/lock',
  'packed-refs',
  'config.worktree',
  'HEAD.lock',
  'refs/heads/main.lock',
  'refs/heads/side',
  'logs/HEAD',
  'logs/refs/heads/main',
  'proscenium/pending',
  'proscenium/switch',
  'proscenium/turns.jsonl',
  'proscenium/turns-1.jsonl.gz',
  'proscenium/turns-1.sum',
  'proscenium/prompts.zlib',
  'proscenium/recordings.jsonl',
  'proscenium/chronicle',
  'proscenium/verified.json'
]
const FOLDERS = ['refs', 'refs/heads', 'logs', 'objects', 'objects/pack', 'info', 'proscenium', 'proscenium/tmp', 'proscenium/aside']

const said = (path: string, kind: string): RegExp => new RegExp(`\\.git/${path.replaceAll('.', '\\.')} is ${kind}`)

const pipe = (path: string): Attack => ({
  name: `.git/${path} is a named pipe`,
  plant: ({ dir }) => fifo(dir, `.git/${path}`),
  says: said(path, 'a named pipe'),
  code: 'bad-repository'
})
const folder = (path: string): Attack => ({
  name: `.git/${path} is a folder`,
  plant: ({ dir }) => {
    rmSync(join(dir, '.git', path), { force: true })
    mkdirSync(join(dir, '.git', path))
  },
  says: said(path, 'a folder')
})
const file = (path: string): Attack => ({
  name: `.git/${path} is a file`,
  plant: ({ dir }) => put(dir, `.git/${path}`, 'x'),
  says: said(path, 'a file')
})
/** A pack or index of the campaign. */
const packed = (dir: string, end: string): string =>
  `.git/objects/pack/${readdirSync(join(dir, '.git/objects/pack')).find((name) => name.endsWith(end))}`

const OBJECTS: Attack[] = [
  { name: 'a pack is a named pipe', plant: ({ dir }) => fifo(dir, packed(dir, '.pack')), says: /\.pack is a named pipe/ },
  { name: 'the index of a pack is a named pipe', plant: ({ dir }) => fifo(dir, packed(dir, '.idx')), says: /\.idx is a named pipe/ },
  {
    name: 'a pack is a link',
    plant: ({ dir, outside }) => link(dir, packed(dir, '.pack'), join(outside, 'letters/one.md')),
    says: /\.pack is a link/
  },
  { name: 'an object is a named pipe', plant: ({ dir }) => fifo(dir, looseObject(dir)), says: /is not a plain file/ },
  {
    name: 'an object is a link',
    plant: ({ dir, outside }) => link(dir, looseObject(dir), join(outside, 'letters/one.md')),
    says: /is not a plain file, but a link/
  },
  {
    name: 'a folder of objects is a link',
    plant: ({ dir, outside }) => link(dir, '.git/objects/00', join(outside, 'letters')),
    says: /\.git\/objects\/00 is a link/
  }
]

/** `.git` itself, and files that would make another folder the repository. */
const WHOLE: Attack[] = [
  { name: '.git is a link', plant: ({ dir, outside }) => link(dir, '.git', join(outside, 'letters')), says: /\.git of this folder is a link/ },
  { name: '.git is a named pipe', plant: ({ dir }) => fifo(dir, '.git'), says: /\.git of this folder is a pipe/ },
  { name: '.git is a file that names a folder outside', plant: ({ dir, outside }) => put(dir, '.git', `gitdir: ${outside}\n`), says: /worktree/ },
  { name: 'commondir names a folder outside', plant: ({ dir, outside }) => put(dir, '.git/commondir', outside), says: /worktree/ },
  { name: 'commondir is a named pipe', plant: ({ dir }) => fifo(dir, '.git/commondir'), says: /worktree/ },
  {
    name: 'objects are borrowed from outside',
    plant: ({ dir, outside }) => put(dir, '.git/objects/info/alternates', `${outside}\n`),
    says: /borrows objects/
  },
  { name: 'alternates is a named pipe', plant: ({ dir }) => fifo(dir, '.git/objects/info/alternates'), says: /borrows objects|named pipe/ },
  {
    name: 'files ignored are listed in a named pipe elsewhere',
    plant: ({ dir, outside }) => {
      fifo(outside, 'ignore')
      git(dir, 'config', 'core.excludesFile', join(outside, 'ignore'))
    }
  },
  {
    name: 'the config includes a named pipe elsewhere',
    plant: ({ dir, outside }) => {
      fifo(outside, 'config')
      git(dir, 'config', 'include.path', join(outside, 'config'))
    }
  },
  { name: 'the config includes a device that never ends', plant: ({ dir }) => git(dir, 'config', 'include.path', '/dev/zero') }
]

/** The campaign's own files. */
const STORY: Attack[] = [
  { name: '.gitignore is a named pipe', plant: ({ dir }) => fifo(dir, '.gitignore') },
  { name: 'a .gitignore of a new folder is a named pipe', plant: ({ dir }) => fifo(dir, 'drafts/.gitignore') },
  { name: '.gitignore is a link', plant: ({ dir, outside }) => link(dir, '.gitignore', join(outside, '.bashrc')) },
  { name: '.gitignore is a folder', plant: ({ dir }) => (rmSync(join(dir, '.gitignore')), put(dir, '.gitignore/x', 'x')) },
  { name: 'next is a named pipe', plant: ({ dir }) => fifo(dir, 'next'), says: /next/ },
  { name: 'next is a link', plant: ({ dir, outside }) => link(dir, 'next', join(outside, '.bashrc')), says: /next/ },
  { name: 'sessions is a link', plant: ({ dir, outside }) => link(dir, 'sessions', join(outside, 'letters')), says: /sessions/ },
  { name: 'world is a link', plant: ({ dir, outside }) => link(dir, 'world', join(outside, 'letters')) },
  { name: 'a file that nothing reads is a named pipe', plant: ({ dir }) => fifo(dir, 'world/misc/pipe.md') },
  { name: '.proscenium is a link', plant: ({ dir, outside }) => link(dir, '.proscenium', join(outside, 'letters')) }
]

attacks([
  ...alike(FILES.map(pipe)),
  ...alike(FILES.filter((path) => !/^(refs|logs)|sum|gz/.test(path)).map(folder)),
  ...alike(FOLDERS.map(file)),
  ...alike(FOLDERS.map(pipe)),
  ...OBJECTS,
  ...WHOLE,
  ...STORY
])
