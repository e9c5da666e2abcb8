import { arrowCalls } from './contract/arrow-calls'
import { directorCalls } from './contract/director-calls'
import { folderCalls, repositoryCalls } from './contract/folder-calls'
import { labCalls } from './contract/lab-calls'
import { languageCalls } from './contract/language-calls'
import { seatCalls } from './contract/seat-calls'
import { storyCalls } from './contract/story-calls'
import { tableCalls } from './contract/table-calls'
import { todayCalls } from './contract/today-calls'
import { tryCalls } from './contract/try-calls'
import { workshopCalls } from './contract/workshop-calls'
import { worldCalls } from './contract/world-calls'
import { routerOf, type Methods } from './contract/calls'

/** Every call of the app by its name: its transport, input and answer. Each is defined once, in its family's file. */
export const contract = {
  ...arrowCalls,
  ...directorCalls,
  ...folderCalls,
  ...repositoryCalls,
  ...labCalls,
  ...languageCalls,
  ...seatCalls,
  ...storyCalls,
  ...tableCalls,
  ...todayCalls,
  ...tryCalls,
  ...workshopCalls,
  ...worldCalls
}

/** Everything the app can do, for every host. Every failure is a Problem. */
export type Studio = Methods<typeof contract>

/** The contract over tRPC, for clients at the other end of a wire. */
export const router = routerOf(contract)
export type Router = typeof router
