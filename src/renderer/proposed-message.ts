import { api } from './client'
import { useSession } from './session'

/** The suggested message for a save, from the changes that the text makes to the story. `read`: the file's text as it was read; undefined for none. */
export async function proposedMessage(path: string, read: string | undefined, text: string): Promise<string> {
  // It reads YAML, which the first paint of the window doesn't need.
  const { editSubject } = await import('../shared/contract/edit-subject')
  return editSubject(path, await inStory(path, read), text)
}

/** The text of a file in the story: the text as read, or for a file that differs in the folder, the one of the last beat. Undefined if there is none. */
async function inStory(path: string, read: string | undefined): Promise<string | undefined> {
  const { present } = useSession.getState()
  if (!present?.edits.some((edit) => edit.path === path)) return read
  return api.fileText.query({ path, at: present.head }).then(
    (file) => file.text,
    () => undefined
  )
}
