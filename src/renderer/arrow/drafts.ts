import { writeArrow } from '../../shared/arrow/write'
import { useSession } from '../session'
import { keptDrafts } from '../store/kept-drafts'
import { isUnsaved, useArrow } from './state'

/** Unsaved documents. */
export const {
  draftOf,
  forget: forgetDraft,
  keep: keepDraft,
  keepOnLeaving: keepDraftsOnLeaving
} = keptDrafts(
  'proscenium-scenes',
  (path) => `${useSession.getState().present?.campaign.dir ?? ''}\n${path}`,
  (path) => {
    const one = useArrow.get().open[path]
    return one && isUnsaved(one) ? { text: writeArrow(one.document), over: one.version } : undefined
  }
)
