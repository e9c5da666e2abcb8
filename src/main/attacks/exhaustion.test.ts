import { gzipSync } from 'node:zlib'
import { attacks, git, put } from './harness.fixture'

attacks([
  {
    name: 'a rule of 130 bytes with nested type parameters',
    plant: ({ dir }) => {
      put(dir, 'rules/actions/attack.ts', `x = ${'<T>('.repeat(25)}c${')'.repeat(25)}\n`)
      git(dir, 'add', '-A', '-f')
      git(dir, 'commit', '-q', '-m', 'A change')
    },
    says: /attack\.ts takes too long to read as TypeScript/
  },
  {
    name: 'turns that inflate to gigabytes',
    plant: ({ dir }) => put(dir, '.git/proscenium/turns-1.jsonl.gz', gzipSync(Buffer.alloc(512 << 20)))
  }
])
