import { app, BrowserWindow, dialog } from 'electron'
import { visible } from '../shared/base/visible'
import type { Log } from './log'

/** Writes what goes wrong in the processes of the desktop app to its log. A window whose process ended can be loaded again: nothing of a story is in it. */
export function logFaults(log: Log): void {
  process.on('uncaughtExceptionMonitor', (error) => log.fault('The main process', error))
  process.on('unhandledRejection', (reason) => {
    process.stderr.write(`${visible(reason instanceof Error ? (reason.stack ?? reason.message) : String(reason))}\n`)
    log.fault('The main process', reason)
  })
  app.on('child-process-gone', (_event, { type, reason, exitCode }) => {
    if (reason !== 'clean-exit') log.note(`A process ended (${type}): ${reason}, code ${exitCode}.`)
  })
  app.on('render-process-gone', (_event, contents, { reason, exitCode }) => {
    if (reason === 'clean-exit') return
    log.note(`The window's process ended: ${reason}, code ${exitCode}.`)
    const window = BrowserWindow.getAllWindows().find((one) => one.webContents === contents)
    void dialog
      .showMessageBox({
        type: 'warning',
        title: 'Proscenium',
        message: 'The window stopped working. Every beat is saved. Load the window again to go on.',
        buttons: ['Load again', 'Quit'],
        defaultId: 0,
        cancelId: 0,
        noLink: true
      })
      .then(({ response }) => {
        if (response !== 0) app.quit()
        else if (window && !window.isDestroyed()) contents.reload()
      })
  })
  app.on('web-contents-created', (_event, contents) => {
    contents.on('unresponsive', () => log.note('The window stopped answering.'))
  })
}
