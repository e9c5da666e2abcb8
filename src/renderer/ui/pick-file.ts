/** Asks for files of this machine. `accept`: their endings and media types. Nothing happens if the dialog is cancelled. */
export function pickFiles(accept: string, onPick: (files: readonly File[]) => void, several = true): void {
  const input = document.createElement('input')
  input.type = 'file'
  input.accept = accept
  input.multiple = several
  input.hidden = true
  input.addEventListener('change', () => {
    input.remove()
    const files = [...(input.files ?? [])]
    if (files.length > 0) onPick(files)
  })
  input.addEventListener('cancel', () => input.remove())
  // In the document, so that it isn't collected as garbage while its dialog is open.
  document.body.append(input)
  input.click()
}

/** Asks for one file of this machine, as `pickFiles` does. */
export const pickFile = (accept: string, onPick: (file: File) => void): void => pickFiles(accept, ([file]) => file && onPick(file), false)
