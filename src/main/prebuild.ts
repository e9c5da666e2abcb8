import { join } from 'node:path'
import { APP_ROOT } from './place'
import { prebuild } from './rules/prebuild'
import { bundledGames, gameFiles } from './story/creation/bundled'

// The last step of a build, run by the bundle itself: stores what every process would otherwise compute first. The app's folder can be given,
// because a build runs before it is moved into place.
const [root = APP_ROOT] = process.argv.slice(2)
await prebuild(
  join(import.meta.dirname, 'prebuilt'),
  bundledGames(root).map(({ id }) => gameFiles(root, id))
)
