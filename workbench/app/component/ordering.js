// @ts-check
// Which answer holds. The server answers every question, but the page may have asked again before an answer came.

/** @typedef {import("./protocol.js").StageData} StageData */

export class Ordering {
  constructor() {
    this.sequence = 0;
    this.commands = 0;
    this.followed = -1;
    this.copied = 0;
    this.read = 0;
    /** @type {string | null} */
    this.document = null;
    /** @type {string | null} */
    this.layout = null;
    /** @type {string | null} */
    this.listing = null;
  }

  /** The number of the next question. */
  ask() {
    this.sequence += 1;
    return this.sequence;
  }

  /** The number of the next command; the server carries out each number once. @param {number} done */
  command(done) {
    this.commands = Math.max(this.commands, done) + 1;
    return this.commands;
  }

  /**
   * What the page must take over of an answer.
   * @param {StageData} data
   */
  receive(data) {
    const opened = data.document !== this.document;
    const sameLayout = opened && this.document !== null && data.layout === this.layout;
    if (opened) {
      this.document = data.document;
      this.layout = data.layout;
      this.listing = null;
      this.followed = Math.max(this.followed, data.go_to ? data.go_to.command - 1 : 0);
    }
    const goTo = data.go_to !== null && data.go_to.command > this.followed ? data.go_to : null;
    const current = data.sequence >= this.sequence;
    const freshList = data.listing !== this.listing;
    this.listing = data.listing;
    if (goTo) this.followed = goTo.command;
    const clipboard = data.clipboard !== null && data.clipboard.command > this.copied ? data.clipboard : null;
    if (clipboard) this.copied = clipboard.command;
    const reader = data.reader !== null && data.reader.command > this.read ? data.reader : null;
    if (reader) this.read = reader.command;
    return { opened, sameLayout, freshList, takesLook: !opened && (current || goTo !== null), goTo, clipboard, reader };
  }
}
