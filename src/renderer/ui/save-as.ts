import { api } from '../client'
import { useSession } from '../session'

/** The lifetime of a file's object URL after the request, in ms, because a browser's dialog may be open for a while. */
const REVOKE_MS = 60_000

/**
 * Saves content as a file of this name. The desktop or the browser asks for the location. Returns the name of the saved file; undefined if the user
 * cancelled. A browser doesn't report that, so there the file counts as saved. Throws what the call throws.
 */
export async function saveAs(name: string, content: Blob): Promise<string | undefined> {
  if (useSession.getState().host?.canPickFile) return api.saveFile.mutate({ name, content: await base64Of(content) })
  const link = document.createElement('a')
  const url = URL.createObjectURL(content)
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_MS)
  return name
}

/** The bytes of a file or a part of one, as base64. Rejects if it can't be read. */
export function base64Of(content: Blob): Promise<string> {
  return new Promise((done, fail) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => done(typeof reader.result === 'string' ? reader.result.slice(reader.result.indexOf(',') + 1) : ''))
    reader.addEventListener('error', () => fail(reader.error ?? new Error('The file could not be read.')))
    reader.readAsDataURL(content)
  })
}
