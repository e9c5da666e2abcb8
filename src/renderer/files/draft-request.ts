import type { NoteDraft } from '../../shared/story/ruling'
import { arrange } from '../session'
import { slice } from '../slice'

/** The latest request to show a new file in the workshop. */
export const useDraftRequest = slice<{ draft?: NoteDraft }>('draft-request', {})

/** Opens a new file in the workshop with a suggested text. It becomes part of the story when it is saved. Every feature may call it. */
export function openDraft(draft: NoteDraft): void {
  useDraftRequest.set({ draft })
  arrange({ view: 'workshop' })
}
