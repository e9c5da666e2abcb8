import type { DraftCalls } from '../../shared/contract/draft-calls'
import { Problem } from '../../shared/base/problem'
import type { Drafts } from '../story/edits/drafts'
import type { Desk } from './desk'
import type { OpenFolder } from './open-folder'

/** The calls about unsaved texts. */
export function draftCalls(desk: Desk): DraftCalls {
  const draftsIn = (dir: string, { campaign }: OpenFolder): Drafts => {
    if (dir !== campaign.history.dir) throw new Problem('not-found', `The campaign in ${dir} isn't open. Open it first.`, { dir })
    return campaign.drafts
  }
  return {
    draft: async ({ dir, kind, path }) => draftsIn(dir, desk.current()).draftOf(kind, path),
    drafts: async ({ dir, kind }) => draftsIn(dir, desk.current()).paths(kind),
    keepDraft: async ({ dir, kind, path, draft }) => draftsIn(dir, desk.writable()).keep(kind, path, draft)
  }
}
