import { api } from './client'

/** Writes the errors of this window to the log. The core keeps only what says nothing of a story. */
export function noteFaults(): void {
  const note = (thrown: unknown): void => {
    if (!(thrown instanceof Error)) return
    const { name, message, stack = '' } = thrown
    api.noteFault.mutate({ name: name.slice(0, 200), message: message.slice(0, 2000), stack: stack.slice(0, 20_000) }).catch(() => undefined)
  }
  addEventListener('error', ({ error }) => note(error))
  addEventListener('unhandledrejection', ({ reason }) => note(reason))
}
