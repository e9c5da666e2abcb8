import type { AheadBehind } from '../../../shared/table/present'
import type { Oid } from '../git/oid'
import type { Repo } from '../git/repo'
import { Distances } from './ahead-behind'
import { listRemotes, type Remote } from './remotes'

/** A remote and its fetched branches. `here`: how far the local branch of that name is ahead or behind; `unrelated` without a common beat. */
export interface RemoteStatus extends Remote {
  branches: { name: string; head: Oid; here?: AheadBehind | 'unrelated' }[]
}

const REMOTES = 'refs/remotes/'
/** The remotes of a repository. The ahead/behind counts of two commits are computed once. */
export class RemoteStatuses {
  readonly #distances: Distances
  /** Returns a commit's parent if it is known without reading the commit; undefined otherwise. A cached value is good enough for display. */
  remembered: (id: Oid) => { parent: Oid | undefined } | undefined = () => undefined

  constructor(private readonly repo: Repo) {
    this.#distances = new Distances((id) => (this.remembered(id) ?? { parent: repo.commit(id).parents[0] }).parent)
  }

  /** Every remote in git's config, by name. */
  remotes(): RemoteStatus[] {
    const own = new Map(this.repo.refs.list('refs/heads/').map(({ ref, oid }) => [ref.slice('refs/heads/'.length), oid]))
    return listRemotes(this.repo).map(({ name, url }) => ({
      name,
      url,
      branches: this.#below(`${REMOTES}${name}/`).map((branch) => {
        const here = own.get(branch.name)
        return here === undefined ? branch : { ...branch, here: this.between(here, branch.head) ?? ('unrelated' as const) }
      })
    }))
  }

  /** All fetched branches under git's names for them: `origin/main`. */
  fetched(): { name: string; head: Oid }[] {
    return this.#below(REMOTES)
  }

  /** How far two commits are ahead and behind; undefined if they have no beat in common. */
  between(own: Oid, other: Oid): AheadBehind | undefined {
    return this.#distances.between(own, other)
  }

  #below(folder: string): { name: string; head: Oid }[] {
    const refs = this.repo.refs.list(folder).map(({ ref, oid }) => ({ name: ref.slice(folder.length), head: oid }))
    return refs.filter(({ name }) => name !== 'HEAD' && !name.endsWith('/HEAD'))
  }
}
