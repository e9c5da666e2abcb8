import { own } from '../../shared/base/json'
import { keptDrafts } from '../kept-drafts'
import { draftOf } from './live'
import { useWorkshop } from './state'

/** The workshop's unsaved texts, which survive closing or a crash of the app. */
export const kept = keptDrafts('text', (path) => {
  const text = draftOf(path)
  const one = own(useWorkshop.get().open, path)
  return text === undefined || !one ? undefined : { text, over: one.version }
})
