import { own } from '../../shared/base/json'
import { api } from '../client'
import { useSession } from '../session'
import { useWorkshop } from './state'

/** The suggested message for a save, from the changes that the text makes to the story. */
export async function proposedMessage(path: string, text: string): Promise<string> {
  // It reads YAML, which the first paint of the window doesn't need.
  const { editSubject } = await import('../../shared/contract/edit-subject')
  return editSubject(path, await inStory(path), text)
}

/**
 * The text of a file in the story: the text as read, or for a file that differs in the folder, the one of the last beat. Undefined if there is none.
 */
async function inStory(path: string): Promise<string | undefined> {
  const { present } = useSession.getState()
  const one = own(useWorkshop.get().open, path)
  if (!present?.edits.some((edit) => edit.path === path)) return one?.version === null ? undefined : one?.saved
  return api.fileText.query({ path, at: present.head }).then(
    (file) => file.text,
    () => undefined
  )
}
