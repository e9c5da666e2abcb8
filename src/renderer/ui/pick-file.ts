/** Asks for one file of this machine. `accept`: its endings and media types. Nothing happens if the dialog is cancelled. */
export function pickFile(accept: string, onPick: (file: File) => void): void {
  const input = document.createElement('input')
  input.type = 'file'
  input.accept = accept
  input.addEventListener('change', () => {
    const file = input.files?.[0]
    if (file) onPick(file)
  })
  input.click()
}
