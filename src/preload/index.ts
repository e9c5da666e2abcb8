import { contextBridge, ipcRenderer } from 'electron'

/** '' opens a connection and is answered by '', null closes it, anything else is a frame of the protocol. */
type Frame = string | null

let made = 0
const open = new Map<string, (frame: Frame) => void>()
ipcRenderer.on('rpc', (_event, id: string, frame: Frame) => {
  const onFrame = open.get(id)
  if (frame === null) open.delete(id)
  onFrame?.(frame)
})

/** The only thing the page gets from the desktop: ordered, two-way channels of text frames to the main process. */
const port = {
  connect(onFrame: (frame: Frame) => void) {
    const id = `${performance.timeOrigin}-${made++}`
    open.set(id, onFrame)
    ipcRenderer.send('rpc', id, '')
    return {
      send: (frame: string) => ipcRenderer.send('rpc', id, frame),
      close: () => {
        if (open.delete(id)) ipcRenderer.send('rpc', id, null)
      }
    }
  }
}
export type ProsceniumPort = typeof port
contextBridge.exposeInMainWorld('prosceniumPort', port)
