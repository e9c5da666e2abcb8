import { ipcMain, type WebContents } from 'electron'
import { Unread } from './unread'
import type { CoreWorker } from './worker'

/** Leaving a page ends its connections; navigation in frames and within the page doesn't. */
interface Navigation {
  isMainFrame: boolean
  isSameDocument: boolean
}

/** Carries frames between our pages and the core: one connection for each (page, id) of the preload. A page that doesn't read is closed. */
export function listen(core: CoreWorker, isOurs: (url: string) => boolean): void {
  const lines = new Map<string, { send(frame: string): void; read(characters: number): void; close(): void }>()

  function open(contents: WebContents, id: string, key: string) {
    const tell = (frame: string | null) => {
      if (!contents.isDestroyed()) contents.send('rpc', id, frame)
    }
    const unread = new Unread()
    const connection = core.connect((frame) => {
      if (frame === null) forget()
      else if (!unread.maySend(frame)) {
        close()
        return tell(null)
      }
      tell(frame)
    })
    const leave = (details: Navigation) => {
      if (details.isMainFrame && !details.isSameDocument) close()
    }
    const forget = () => {
      lines.delete(key)
      if (contents.isDestroyed()) return
      contents.off('destroyed', close)
      contents.off('did-start-navigation', leave)
    }
    const close = () => {
      forget()
      connection.close()
    }
    contents.once('destroyed', close)
    contents.on('did-start-navigation', leave)
    lines.set(key, { send: (frame) => connection.send(frame), read: (characters) => unread.read(characters), close })
  }

  ipcMain.on('rpc', (event, id: unknown, frame: unknown) => {
    if (typeof id !== 'string' || !isOurs(event.senderFrame?.url ?? '')) return
    const key = `${event.sender.id}:${id}`
    const line = lines.get(key)
    if (!line) {
      if (frame === '') open(event.sender, id, key)
    } else if (frame === null) line.close()
    else if (typeof frame === 'string') line.send(frame)
    else if (typeof frame === 'number') line.read(frame)
  })
}
