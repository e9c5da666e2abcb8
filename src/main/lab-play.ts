import { parentPort } from 'node:worker_threads'
import { servePlayer } from './lab/player'

if (parentPort) servePlayer(parentPort)
