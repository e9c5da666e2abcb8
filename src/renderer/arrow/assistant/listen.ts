import { useSession } from '../../session'
import { useArrow } from '../state'
import { endConversations, stopAsking } from './talk'
import { useAssistant } from './state'

/** Stops a request when its document is left, and drops closed documents' conversations. Returns a function that removes the listener. */
export function followDocuments(): () => void {
  return useSession.subscribe((now, before) => {
    if (now.present?.campaign.dir !== before.present?.campaign.dir) endConversations()
    const { path, open } = useArrow.get()
    const { conversations } = useAssistant.get()
    for (const [one, { going }] of Object.entries(conversations)) {
      if (going === 'yes' && one !== path) stopAsking(one, 'You left the document, so the request stopped.')
      if (Object.hasOwn(open, one)) continue
      endConversations(one)
      const { [one]: _, ...others } = conversations
      useAssistant.set({ conversations: others })
    }
  })
}
