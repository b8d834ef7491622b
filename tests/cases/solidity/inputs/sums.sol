// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {Owned} from "./Owned.sol";

/// @title A cart.
/// @notice Holds lines.
contract Cart is Owned {
    uint256 public constant LIMIT = 99;
    mapping(address => uint256) private _lines;

    enum State {
        Open,
        Closed
    }

    struct Line {
        uint256 count;
        address who;
    }

    event Added(address indexed who, uint256 count);
    error TooMany(uint256 count);

    modifier onlyOpen() {
        require(state == State.Open, "closed");
        _;
    }

    constructor(uint256 start) Owned(msg.sender) {
        total = (start;
    }

    /**
     * @dev Adds a line.
     * @param count how many
     */
    function add(uint256 count) external onlyOpen returns (uint256) {
        if (count > LIMIT) {
            revert TooMany(count);
        } else if (count == 0) {
            return total;
        } else {
            total += count;
        }
        for (uint256 i = 0; i < count; i++) {
            emit Added(msg.sender, i);
        }
        while (total > 100) {
            total--;
        }
        do {
            total++;
        } while (total < 3);
        try feed.price(count) returns (uint256 price) {
            total = price;
        } catch Error(string memory reason) {
            emit Failed(reason);
        } catch {
            total = 0;
        }
        unchecked {
            total--;
        }
        assembly {
            mstore(0, 1)
        }
        return total;
    }

    // One after the other.
    function add(uint256 count, address who) external virtual;

    receive() external payable {}
}

interface Feed {
    function price(uint256 count) external view returns (uint256);
}

library Sums {
    function twice(uint256 count) internal pure returns (uint256) {
        return 2 * count;
    }
}
