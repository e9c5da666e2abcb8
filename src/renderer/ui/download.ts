/** How long a file's address lives after it was asked for, in ms: a save dialog may stand open a while. */
const ASKED = 60_000

/** Saves content as a file of this name: where to is asked by the browser or the desktop. */
export function download(name: string, content: Blob): void {
  const link = document.createElement('a')
  const url = URL.createObjectURL(content)
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), ASKED)
}
