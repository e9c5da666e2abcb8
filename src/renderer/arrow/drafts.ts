import { writeArrow } from '../../arrow'
import { keptDrafts } from '../kept-drafts'
import { isUnsaved, useArrow } from './state'

/** Unsaved documents. */
export const {
  paths: draftPaths,
  draftOf,
  forget: forgetDraft,
  keep: keepDraft,
  keepOnLeaving: keepDraftsOnLeaving
} = keptDrafts('arrow', (path) => {
  const one = useArrow.get().open[path]
  return one && isUnsaved(one) ? { text: writeArrow(one.document), over: one.version } : undefined
})
