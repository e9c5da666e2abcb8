import { contextBridge, ipcRenderer } from 'electron'

/** '' opens a connection and is answered by '', null closes it, anything else is a frame of the protocol. */
type Frame = string | null

/** The number of read characters after which the main process is told. */
const WORTH_SAYING = 1 << 20

let portCount = 0
const open = new Map<string, (frame: Frame) => void>()
const unsaid = new Map<string, number>()
const forget = (id: string): boolean => {
  unsaid.delete(id)
  return open.delete(id)
}
ipcRenderer.on('rpc', (_event, id: string, frame: Frame) => {
  const onFrame = open.get(id)
  if (frame === null) forget(id)
  onFrame?.(frame)
  if (frame === null || !onFrame) return
  // The main process counts what wasn't read, so it has to hear now and then how much was.
  const read = (unsaid.get(id) ?? 0) + frame.length
  if (read >= WORTH_SAYING) ipcRenderer.send('rpc', id, read)
  unsaid.set(id, read >= WORTH_SAYING ? 0 : read)
})

/** The only thing the page gets from the desktop: ordered, two-way channels of text frames to the main process. */
const port = {
  connect(onFrame: (frame: Frame) => void) {
    const id = `${performance.timeOrigin}-${portCount++}`
    open.set(id, onFrame)
    ipcRenderer.send('rpc', id, '')
    return {
      send: (frame: string) => ipcRenderer.send('rpc', id, frame),
      close: () => {
        if (forget(id)) ipcRenderer.send('rpc', id, null)
      }
    }
  }
}
contextBridge.exposeInMainWorld('prosceniumPort', port)
