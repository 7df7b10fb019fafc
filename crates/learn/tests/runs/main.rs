//! Run folders under stress, with a small trainer that learns a line: exact resume, kills, full disks, damage.

mod damage;
mod events;
mod kills;
mod resume;
mod sessions;
mod small;
