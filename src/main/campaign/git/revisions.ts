import { type Oid, isOid } from './oid'
import { isRefName } from './refs'
import type { Repo } from './repo'

const MAX_NESTED_TAGS = 5

/** The commit of a branch, tag, ref, full or abbreviated id, or HEAD, with an optional `~n` or `^`; undefined if there is none or several. */
export function resolveRevision(repo: Repo, rev: string): Oid | undefined {
  const match = /^(.*?)((?:~\d*|\^)*)$/.exec(rev)
  let id = namedCommit(repo, match?.[1] ?? '')
  for (const step of match?.[2]?.match(/~\d*|\^/g) ?? []) {
    const count = step === '^' || step === '~' ? 1 : Number(step.slice(1))
    for (let i = 0; i < count && id; i++) id = repo.commit(id).parents[0]
  }
  return id
}

function namedCommit(repo: Repo, name: string): Oid | undefined {
  const { refs, objects } = repo
  if (name === 'HEAD') return repo.head().commit
  const full = name.startsWith('refs/') ? [name] : ['refs/heads/', 'refs/tags/', 'refs/remotes/', 'refs/'].map((under) => `${under}${name}`)
  for (const ref of full) {
    const oid = isRefName(ref) ? refs.read(ref) : undefined
    if (oid) return peeled(repo, oid)
  }
  const prefix = name.toLowerCase()
  if (!/^[0-9a-f]{4,40}$/.test(prefix)) return undefined
  const candidates = isOid(prefix) ? [prefix] : objects.startingWith(prefix)
  const commits = candidates.filter((oid) => objects.find(oid)?.kind === 'commit')
  return commits.length === 1 ? commits[0] : undefined
}

/** The commit that an object is, or that an annotated tag names. */
function peeled({ objects }: Repo, oid: Oid): Oid | undefined {
  for (let at: Oid | undefined = oid, depth = 0; at && depth < MAX_NESTED_TAGS; depth++) {
    const object = objects.find(at)
    if (object?.kind === 'commit') return at
    at = object?.kind === 'tag' ? /^object ([0-9a-f]{40})$/m.exec(object.body.toString('utf8'))?.[1] : undefined
  }
  return undefined
}
