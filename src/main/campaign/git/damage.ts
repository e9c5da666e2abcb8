import { attempt } from '../../../shared/base/attempt'
import { Problem } from '../../../shared/base/problem'
import { type Oid, isOid } from './oid'
import { type Damage, isRefName } from './refs'
import type { Repo } from './repo'

const HEADS = 'refs/heads/'

/**
 * Finds damage that a power cut did to HEAD and the branch files, and takes the right values from the reflogs. Writes nothing. Throws a Problem if
 * the current branch can't be determined. Leaves out other branches whose logs name no commit.
 */
export function findDamage(repo: Repo): Damage[] {
  const damages = new Map<string, Damage>()
  repo.refs.walk('refs/heads', (ref) => {
    const was = isRefName(ref) ? repo.refs.raw(ref) : undefined
    const last = was === undefined || /^(ref:|[0-9a-f]{40}\s*$)/.test(was) ? undefined : lastCommit(repo, ref)
    if (last !== undefined) damages.set(ref, branchDamage(ref, was, last))
  })
  const head = headDamage(repo, damages)
  const ref = head?.ref ?? repo.refs.headRef()
  const current = ref?.startsWith(HEADS) && !damages.has(ref) ? currentBranchDamage(repo, ref) : undefined
  return [...damages.values(), ...(current ? [current] : []), ...(head ? [head.damage] : [])]
}

const isCommit = (repo: Repo, oid: Oid): boolean => attempt(() => isOid(oid) && repo.objects.find(oid)?.kind === 'commit', false)
const lastCommit = (repo: Repo, ref: string): Oid | undefined => repo.refs.lastLogged(ref).find((oid) => isCommit(repo, oid))

function branchDamage(ref: string, was: string | undefined, last: Oid): Damage {
  const sentence = `The branch ${ref.slice(HEADS.length)} was damaged. Proscenium set it to its last commit, ${last.slice(0, 7)}.`
  return { ref, was, is: `${last}\n`, sentence }
}

/** Returns the damage of the current branch, if its file names no existing commit. Throws a Problem if its log names none either. */
function currentBranchDamage(repo: Repo, ref: string): Damage | undefined {
  const was = repo.refs.raw(ref)
  if (was?.startsWith('ref:') || (was === undefined && repo.refs.read(ref) !== undefined) || isCommit(repo, was?.trim() ?? '')) return undefined
  const last = lastCommit(repo, ref)
  if (last !== undefined) return branchDamage(ref, was, last)
  // A branch without a file and a log has no commit yet, which is reported elsewhere.
  if (was === undefined) return undefined
  throw new Problem(
    'bad-repository',
    `The branch file .git/${ref} is damaged, and its log names no commit. Write the id of the last commit into it.`,
    { ref }
  )
}

/**
 * Returns the damage of HEAD, if its file is missing or empty. HEAD then gets the branch last switched to, otherwise the only branch at the last
 * commit in its log, otherwise the only branch. Throws a Problem if there is none of these.
 */
function headDamage(repo: Repo, damaged: ReadonlyMap<string, Damage>): { ref: string; damage: Damage } | undefined {
  const was = repo.refs.raw('HEAD')
  if (was !== undefined && !/^[\0\s]*$/.test(was)) return undefined
  const tips = new Map(repo.refs.list(HEADS).map(({ ref, oid }) => [ref, oid]))
  for (const { ref, is } of damaged.values()) tips.set(ref, is.trim())
  const [last] = repo.refs.lastLogged('HEAD')
  const at = [...tips.keys()].filter((ref) => tips.get(ref) === last)
  const named = `${HEADS}${repo.refs.lastSwitch()}`
  const ref = tips.has(named) ? named : at.length === 1 ? at[0] : tips.size === 1 ? [...tips.keys()][0] : undefined
  if (ref === undefined)
    throw new Problem(
      'bad-repository',
      `HEAD is damaged and does not name a branch. Write "ref: refs/heads/" and the name of the branch into ${repo.gitDir}/HEAD.`
    )
  return {
    ref,
    damage: { ref: 'HEAD', was, is: `ref: ${ref}\n`, sentence: `HEAD was damaged. It names the branch ${ref.slice(HEADS.length)} again.` }
  }
}
