import { EventEmitter } from 'node:events'
import { MessageChannel, type MessagePort } from 'node:worker_threads'
import type { Studio } from '../shared/api'
import type { CampaignInfo, RecentCampaign } from '../shared/story/campaign'
import { Problem } from '../shared/base/problem'
import { serveStudio } from './core'
import { eventSource } from './pipe.fixture'

const campaignIn = (dir: string): CampaignInfo => ({ dir, title: 'The Well', premise: '', game: 'cairn-hack', gameVersion: '1', statLabels: {} })

/** A core in this thread. Everything else is real. */
export class NearCore extends EventEmitter {
  readonly source = eventSource()
  readonly opened: string[] = []
  /** Its answer to a request for recent campaigns. */
  known: RecentCampaign[] = []
  private readonly near: MessagePort
  private readonly far: MessagePort
  constructor() {
    super()
    const { port1, port2 } = new MessageChannel()
    this.near = port1
    this.far = port2
    this.near.on('message', (message) => this.emit('message', message))
    serveStudio(this.far, ({ pickFolder, pickFile, onOpening, onOpened }) => {
      const studio: Partial<Studio> & { dispose(): Promise<void> } = {
        pickFolder,
        saveFile: ({ name }) => pickFile(name),
        recent: () => Promise.resolve(this.known),
        open: ({ dir }) => {
          onOpening(dir)
          if (dir === '/nowhere') {
            onOpened(this.opened.at(-1))
            return Promise.reject(new Problem('not-found', 'There is no folder /nowhere. Choose another.'))
          }
          this.opened.push(dir)
          if (dir === '/stories/endless') return new Promise(() => undefined)
          onOpened(dir)
          return Promise.resolve(campaignIn(dir))
        },
        events: (after, stop) => this.source.events(after, stop),
        dispose: () => Promise.resolve()
      }
      return studio as Studio & { dispose(): Promise<void> }
    })
  }
  postMessage(message: unknown) {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    this.near.postMessage(message)
  }
  terminate() {
    this.near.close()
    this.far.close()
    return Promise.resolve(0)
  }
}
