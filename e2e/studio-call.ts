import type { Page } from '@playwright/test'

/** The page's globals that `call` uses; the DOM types are not loaded here. */
interface InPage {
  location: { href: string }
  prosceniumPort?: { connect(onFrame: (frame: string | null) => void): { send(frame: string): void; close(): void } }
}

/** Makes one call of the Studio from the page, over a connection of its own. */
export const call = <T>(page: Page, method: 'query' | 'mutation', path: string, input?: unknown): Promise<T> =>
  page.evaluate(
    ([method, path, input]) =>
      new Promise<T>((done, fail) => {
        const { location, prosceniumPort } = globalThis as unknown as InPage
        const request = JSON.stringify({ id: 1, method, params: { path, input } })
        const receive = (frame: string, close: () => void): void => {
          const { id, result, error } = JSON.parse(frame) as { id: number; result?: { data: T }; error?: { message: string } }
          if (id !== 1) return
          close()
          if (error) fail(new Error(error.message))
          else done(result?.data as T)
        }
        if (prosceniumPort) {
          const port = prosceniumPort.connect((frame) => {
            if (frame === '') port.send(request)
            else if (frame !== null) receive(frame, () => port.close())
          })
        } else {
          const socket = new WebSocket(new URL('/rpc', location.href.replace(/^http/, 'ws')).href)
          socket.addEventListener('open', () => socket.send(request))
          socket.addEventListener('message', ({ data }) => receive(String(data), () => socket.close()))
        }
      }),
    [method, path, input] as const
  )
