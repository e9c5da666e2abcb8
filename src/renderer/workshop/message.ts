import { own } from '../../shared/json'
import { useWorkshop } from './state'

/** The message that a save of a text proposes, from what it changes. */
export async function proposedMessage(path: string, text: string): Promise<string> {
  // It reads YAML, which the first picture of the window doesn't need.
  const { editSubject } = await import('../../shared/edit-subject')
  const one = own(useWorkshop.get().open, path)
  return editSubject(path, one?.version === null ? undefined : one?.saved, text)
}
