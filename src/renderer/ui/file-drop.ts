import { useState, type ClipboardEvent, type DragEvent } from 'react'

/** The events of an element that takes a file, dropped on it or pasted in it. */
export interface FileTarget {
  onDragEnter: (event: DragEvent) => void
  onDragOver: (event: DragEvent) => void
  onDragLeave: () => void
  onDrop: (event: DragEvent) => void
  onPaste: (event: ClipboardEvent) => void
}

/** Takes the first file that is dropped on an element or pasted in it. `isOver`: whether a file is held over it now. */
export function useFileTarget(isClosed: boolean, take: (file: File) => void): { isOver: boolean; target: FileTarget } {
  const [isOver, setOver] = useState(false)
  const onDrag = (event: DragEvent): void => {
    if (isClosed || !event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setOver(true)
  }
  const given = (event: DragEvent | ClipboardEvent, file: File | undefined): void => {
    setOver(false)
    if (isClosed || !file) return
    event.preventDefault()
    event.stopPropagation()
    take(file)
  }
  const target: FileTarget = {
    onDragEnter: onDrag,
    onDragOver: onDrag,
    onDragLeave: () => setOver(false),
    onDrop: (event) => given(event, event.dataTransfer.files[0]),
    onPaste: (event) => given(event, event.clipboardData.files[0])
  }
  return { isOver, target }
}
