import { own } from '../../shared/json'
import { useSession } from '../session'
import { keptDrafts } from '../store/kept-drafts'
import { draftOf } from './live'
import { useWorkshop } from './state'

/** The workshop's unsaved texts, which survive closing or a crash of the app. */
export const kept = keptDrafts(
  'proscenium-workshop',
  (path) => `${useSession.getState().present?.campaign.dir ?? ''}\n${path}`,
  (path) => {
    const text = draftOf(path)
    const one = own(useWorkshop.get().open, path)
    return text === undefined || !one ? undefined : { text, over: one.version }
  }
)
