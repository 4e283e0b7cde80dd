// @ts-check
// The order of requests and answers. The page can send a new request before the last answer arrives.

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

  /** Return the number of the next request. */
  ask() {
    this.sequence += 1;
    return this.sequence;
  }

  /** Return the number of the next command. The server executes each number once. @param {number} done */
  command(done) {
    this.commands = Math.max(this.commands, done) + 1;
    return this.commands;
  }

  /**
   * Return the parts of an answer that the page must apply.
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
